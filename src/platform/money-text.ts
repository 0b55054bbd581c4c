const REAIS = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** An amount for people, from whole centavos: `R$ 1.234,56`. */
export function moneyText(centavos: number): string {
  return REAIS.format(centavos / 100);
}
