export interface TestAnswer {
  readonly status: number;
  /** Parsed JSON, untyped: the tests know its shape. */
  readonly body: ReturnType<typeof JSON.parse>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
}

export interface TestSeller {
  readonly id: number;
  readonly key: string;
}
