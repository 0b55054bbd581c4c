/** An error for the program (`code`, `field`) and for the buyer (`message`, Portuguese). */
export class GuicheError extends Error {
  // Only declared: browsers of 2020 have no class fields, and the library should not include code to emulate them.
  declare readonly code: string;
  /** The card field concerned; undefined if none. */
  declare readonly field: CardField | undefined;

  constructor(code: string, message: string, field?: CardField) {
    super(message);
    Object.assign(this, { name: 'GuicheError', code, field });
  }
}

export type CardField = 'number' | 'cvv' | 'expirationMonth' | 'expirationYear' | 'holderName';

/** The gateway does not answer, or answers something unexpected. */
export function unavailable(): GuicheError {
  return new GuicheError(
    'gateway_unavailable',
    'O pagamento está indisponível agora. Tente de novo em instantes.',
  );
}
