const REAIS = /^(\d{1,3}(?:\.\d{3})+|\d{1,10})(?:[,.](\d{1,2}))?$/;

/** Centavos of an amount as people type it: `1.234,56`, `12,5`, `12.50`, `R$ 12`. Undefined for anything else. */
export function readTypedAmount(text: string): number | undefined {
  const [, whole, cents = ''] = REAIS.exec(text.replace(/^R\$/i, '').replace(/\s/g, '')) ?? [];
  if (whole === undefined) return undefined;
  return Number(whole.replaceAll('.', '')) * 100 + Number(cents.padEnd(2, '0'));
}
