/** A real host, or what drives it, did not do what was asked in time. `detail` holds what it printed. */
export class LiveError extends Error {
  readonly detail: string;

  constructor(message: string, detail = "") {
    super(detail === "" ? message : `${message}\n${detail.slice(-4000)}`);
    this.name = "LiveError";
    this.detail = detail;
  }
}
