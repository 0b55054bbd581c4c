/** One row of a table of refusals: the HTTP status and the Portuguese text of a stable English code. */
export interface RefusalRow {
  readonly status: number;
  readonly message: string;
}

export interface RefusalDetail {
  /** Path of the faulty field, as the client wrote it: `payment.card.installments`. */
  readonly field?: string;
  /** Replaces the table's text where it must name what is wrong. */
  readonly message?: string;
  readonly retryAfterSeconds?: number;
  readonly allow?: string;
  /** Members of the answer beside the error: how the record stands. */
  readonly beside?: object;
}

/** Thrown for a request that is refused. Caught in one place, which writes the error body of the interface. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly allow: string | undefined;
  readonly beside: object | undefined;

  constructor(code: string, row: RefusalRow, detail: RefusalDetail = {}) {
    super(detail.message ?? row.message);
    this.name = 'Refusal';
    this.code = code;
    this.status = row.status;
    this.field = detail.field;
    this.retryAfterSeconds = detail.retryAfterSeconds;
    this.allow = detail.allow;
    this.beside = detail.beside;
  }

  /** The same refusal, with other details. */
  with(detail: RefusalDetail): Refusal {
    const { code, status, message, field, retryAfterSeconds, allow, beside } = this;
    const kept = {
      ...(field !== undefined && { field }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      ...(allow !== undefined && { allow }),
      ...(beside !== undefined && { beside }),
    };
    return new Refusal(code, { status, message }, { ...kept, ...detail });
  }
}

export interface Refuse<Code extends string> {
  (code: Code, detail?: RefusalDetail): Refusal;
  /** All its codes, for the catalogue of errors. */
  readonly table: Readonly<Record<Code, RefusalRow>>;
}

/** Creates a room's refusal function: only codes of its table are accepted. */
export function refusals<Code extends string>(table: Readonly<Record<Code, RefusalRow>>): Refuse<Code> {
  const refuse = (code: Code, detail?: RefusalDetail) => new Refusal(code, table[code], detail);
  return Object.assign(refuse, { table });
}
