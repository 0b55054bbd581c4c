const REAIS = /^(\d{1,10})\.(\d{2})$/;

/** Centavos of a bank's reais; undefined for anything that is no amount. */
export function centavosOf(text: unknown): number | undefined {
  const [, reais, centavos] = typeof text === 'string' ? (REAIS.exec(text) ?? []) : [];
  return reais === undefined ? undefined : Number(`${reais}${centavos}`);
}

/** As banks write reais: `110.00`. */
export function reaisOf(centavos: number): string {
  const digits = String(centavos).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
