type Crypto = typeof import("node:crypto");

let crypto: Crypto | undefined;

/** Loading the module costs a host more than everything else the engine does when it starts, so it waits for a use. */
function load(): Crypto {
  crypto ??= process.getBuiltinModule("node:crypto");
  return crypto;
}

export function createSha256() {
  return load().createHash("sha256");
}

export function createSha512() {
  return load().createHash("sha512");
}

/** SHA-256 as lower-case hex. */
export function sha256(content: string | Uint8Array): string {
  return createSha256().update(content).digest("hex");
}

/** SHA-1 as lower-case hex: for names that others chose, never for trust. */
export function sha1(content: string): string {
  return load().createHash("sha1").update(content).digest("hex");
}

/** The id under which git keeps a file with this content. */
export function gitBlobId(content: Uint8Array): string {
  return load().createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
}

export function randomHex(bytes: number): string {
  return load().randomBytes(bytes).toString("hex");
}

/** HMAC with SHA-256 as lower-case hex. */
export function hmacSha256(key: string, content: string): string {
  return load().createHmac("sha256", key).update(content).digest("hex");
}
