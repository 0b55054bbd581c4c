/** What went wrong, for the program (`code`, `field`) and for the buyer (`message`, Portuguese). */
export class GuicheError extends Error {
  readonly code: string;
  /** Which value of the card it is about; absent where it is about none. */
  readonly field: CardField | undefined;

  constructor(code: string, message: string, field?: CardField) {
    super(message);
    this.name = 'GuicheError';
    this.code = code;
    this.field = field;
  }
}

export type CardField = 'number' | 'cvv' | 'expirationMonth' | 'expirationYear' | 'holderName';
