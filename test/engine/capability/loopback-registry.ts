import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";

/** What one version of a package serves; the bytes need not be what the registry says of them. */
export interface Release {
  readonly version: string;
  readonly tarball: Uint8Array;
  /** What the registry claims; else that of the bytes. */
  readonly integrity?: string;
  /** Where the registry says that the archive lies; else with itself. */
  readonly tarballUrl?: string;
}

export type TarEntry = Parameters<typeof packTar>[0][number];

/** A gzipped archive the way npm packs one. */
export async function tarballOf(files: Readonly<Record<string, string>>, others: readonly TarEntry[] = []) {
  const entries = Object.entries(files).map(([name, body]) => ({
    header: { name: `package/${name}`, size: Buffer.byteLength(body) },
    body,
  }));
  return gzipSync(await packTar([...entries, ...others]));
}

/** An npm registry on loopback, as much of one as npm asks for. */
export class LoopbackRegistry {
  readonly requests: { readonly path: string; readonly authorization: string | null }[] = [];
  readonly #packages = new Map<string, { releases: readonly Release[]; tags: Readonly<Record<string, string>> }>();
  readonly #redirects = new Map<string, string>();
  #isHanging = false;
  readonly #server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    fetch: (request) => this.#answer(request),
  });

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}`;
  }

  publish(name: string, releases: readonly Release[], tags: Readonly<Record<string, string>> = {}): void {
    this.#packages.set(name, { releases, tags: { latest: releases.at(-1)?.version ?? "", ...tags } });
  }

  /** Answers a request for this path with another address. */
  redirect(path: string, url: string): void {
    this.#redirects.set(path, url);
  }

  /** Takes requests from now on and answers none. */
  hang(): void {
    this.#isHanging = true;
  }

  stop(): void {
    void this.#server.stop(true);
  }

  static tarballPath(name: string, version: string): string {
    return `/${name}/-/${version}.tgz`;
  }

  #answer(request: Request): Response | Promise<Response> {
    const path = decodeURIComponent(new URL(request.url).pathname);
    this.requests.push({ path, authorization: request.headers.get("authorization") });
    if (this.#isHanging) return new Promise(() => undefined);
    const elsewhere = this.#redirects.get(path);
    if (elsewhere !== undefined) return Response.redirect(elsewhere, 302);
    const name = path.slice(1).split("/-/")[0] ?? "";
    const release = this.#packages
      .get(name)
      ?.releases.find(({ version }) => path === LoopbackRegistry.tarballPath(name, version));
    if (release) return new Response(release.tarball);
    return path === `/${name}` && this.#packages.has(name)
      ? Response.json(this.#packument(name))
      : Response.json({ error: "not found" }, { status: 404 });
  }

  #packument(name: string): object {
    const { releases = [], tags = {} } = this.#packages.get(name) ?? {};
    const versions = releases.map(({ version, tarball, integrity, tarballUrl }) => [
      version,
      {
        name,
        version,
        dist: {
          tarball: tarballUrl ?? `${this.url}${LoopbackRegistry.tarballPath(name, version)}`,
          integrity: integrity ?? integrityOf(tarball),
        },
      },
    ]);
    return { name, "dist-tags": tags, versions: Object.fromEntries(versions) };
  }
}

export function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
}
