/** One kind of request with several bodies, and the only expected status. */
export interface Load {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Asked for in turn, in place of `path`. */
  readonly paths?: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** Sent in turn; one empty text for a GET. */
  readonly bodies: readonly string[];
  readonly status: 200 | 201;
}

/** Thrown for an unexpected answer, or when rows and answers differ: the figures would be meaningless. */
export class LoadFailed extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = 'LoadFailed';
  }
}
