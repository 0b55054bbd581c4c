/** What went wrong, for the program (`code`, `field`) and for the buyer (`message`, Portuguese). */
export class GuicheError extends Error {
  // Declared only: browsers of 2020 know no class fields, and the library must not bring code for them.
  declare readonly code: string;
  /** Which value of the card it is about; absent where it is about none. */
  declare readonly field: CardField | undefined;

  constructor(code: string, message: string, field?: CardField) {
    super(message);
    this.name = 'GuicheError';
    this.code = code;
    this.field = field;
  }
}

export type CardField = 'number' | 'cvv' | 'expirationMonth' | 'expirationYear' | 'holderName';

/** The gateway does not answer, or not as it should. */
export function unavailable(): GuicheError {
  return new GuicheError(
    'gateway_unavailable',
    'O pagamento está indisponível agora. Tente de novo em instantes.',
  );
}
