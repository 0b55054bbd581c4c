const PLACES = 4;
const SCALE = 10 ** PLACES;
const FORMAT = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: PLACES });

/** Quantities are in ten-thousandths: 15000 is `1,5`. */
export function quantityText(scaled: number): string {
  return FORMAT.format(scaled / SCALE);
}

/** The initial value of a number field. */
export function quantityTyped(scaled: number | null | undefined): string | number {
  return scaled === null || scaled === undefined ? '' : scaled / SCALE;
}

/** Absent for an empty field. */
export function quantityOf(typed: string | number): { readonly scaled?: number } {
  return typed === '' ? {} : { scaled: Math.round(Number(typed) * SCALE) };
}
