// Stands for an interpreter: does what the JSON in its first argument says, whatever file it is asked to run.
import { connect } from "node:net";

const behaviour = JSON.parse(process.argv[2]);
const { nonce } = JSON.parse(process.argv.at(-1));

if (behaviour.never) {
  connect(behaviour.lifeline, "127.0.0.1");
} else if (behaviour.handshake) {
  const { runtime, version } = behaviour.handshake;
  const hello = { loopwright: "0.0.0", protocolVersion: 1, runtime, runtimeVersion: version, nonce, negotiation: {} };
  process.stdout.write(`${JSON.stringify({ ...hello, ...behaviour.instead })}\n`);
  process.stdin.resume();
} else {
  setTimeout(() => {
    process.stdout.write(behaviour.stdout ?? "");
    process.stderr.write(behaviour.stderr ?? "");
    process.exitCode = behaviour.exit;
  }, behaviour.after_ms ?? 0);
}
