const REAIS = /^\d{1,10}\.\d{2}$/;

/** Centavos of a text like `110.00`; undefined for anything else. */
export function centavosOf(text: unknown): number | undefined {
  return typeof text === 'string' && REAIS.test(text) ? Number(text.replace('.', '')) : undefined;
}

export function reaisOf(centavos: number): string {
  const digits = String(centavos).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
