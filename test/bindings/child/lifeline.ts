import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

interface Life {
  readonly gone: Promise<unknown>;
}

/** A loopback port to which processes connect for as long as they live. */
export interface Lifeline {
  readonly port: number;
  /** Waits for the next process; the promise in it resolves when that process is gone. */
  next(): Promise<Life>;
  close(): void;
}

export async function openLifeline(): Promise<Lifeline> {
  const arrived: Life[] = [];
  const waiting: ((life: Life) => void)[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.resume();
    const life = { gone: new Promise((resolve) => socket.once("close", resolve)) };
    const take = waiting.shift();
    if (take) take(life);
    else arrived.push(life);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    next: async () => arrived.shift() ?? new Promise((resolve) => waiting.push(resolve)),
    close: () => void server.close(),
  };
}
