/** One kind of request, varied, and the only status that may come back. */
export interface Load {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent in turn; one empty text for a GET. */
  readonly bodies: readonly string[];
  readonly status: 200 | 201;
}

/** Some answer was not the one that was expected, or rows and answers differ: the figures would mean nothing. */
export class LoadFailed extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = 'LoadFailed';
  }
}
