/**
 * Writes numbers as Brazilians read them. The format is created on first use: the first of a process loads the tables of
 * all languages, which takes longer than most of a start.
 */
export function numberText(options: Intl.NumberFormatOptions): (value: number) => string {
  let format: Intl.NumberFormat | undefined;
  return (value) => {
    format ??= new Intl.NumberFormat('pt-BR', options);
    return format.format(value);
  };
}

const numeral = numberText({ maximumFractionDigits: 1 });

/** `1 venda`, `1.200 vendas` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${numeral(count)} ${count === 1 ? one : many}`;
}

const reais = numberText({ style: 'currency', currency: 'BRL' });

/** An amount for people, from whole centavos: `R$ 1.234,56`. */
export function moneyText(centavos: number): string {
  return reais(centavos / 100);
}
