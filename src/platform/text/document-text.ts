/** As people write it: `111.444.777-35`, `12.ABC.345/01DE-35`. Takes a CPF or CNPJ without punctuation. */
export function formatDocument(bare: string): string {
  const part = (from: number, to: number) => bare.slice(from, to);
  return bare.length === 11
    ? `${part(0, 3)}.${part(3, 6)}.${part(6, 9)}-${part(9, 11)}`
    : `${part(0, 2)}.${part(2, 5)}.${part(5, 8)}/${part(8, 12)}-${part(12, 14)}`;
}
