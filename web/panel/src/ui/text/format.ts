const MONEY = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const COUNT = new Intl.NumberFormat('pt-BR');

/** Centavos as `R$ 1.234,56`. */
export function money(cents: number): string {
  return MONEY.format(cents / 100);
}

/** `1.234` */
export function count(value: number): string {
  return COUNT.format(value);
}

/** `1 venda`, `1.234 vendas` */
export function some(value: number, one: string, many: string): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** `mais de 10.000` where counting stopped at a limit. */
export function boundedCount({ count: value, bounded }: { count: number; bounded: boolean }): string {
  return bounded ? `mais de ${count(value)}` : count(value);
}

/** `R$ 850,00`, `Mais de R$ 850,00` where adding up stopped at a limit. */
export function boundedMoney({ amount, bounded }: { amount: number; bounded: boolean }): string {
  return bounded ? `Mais de ${money(amount)}` : money(amount);
}

/** A day `2026-12-10` as `10/12/2026`. */
export function dayText(day: string): string {
  return day.split('-').reverse().join('/');
}

const DOCUMENT = /[^0-9A-Za-z]/g;

/** A CPF as `111.444.777-35`, a CNPJ as `11.222.333/0001-81`; anything else unchanged. */
export function documentText(document: string): string {
  const bare = document.replace(DOCUMENT, '');
  if (/^\d{11}$/.test(bare)) return bare.replace(/(.{3})(.{3})(.{3})(.{2})/, '$1.$2.$3-$4');
  if (bare.length === 14) return bare.replace(/(.{2})(.{3})(.{3})(.{4})(.{2})/, '$1.$2.$3/$4-$5');
  return document;
}

export interface LocalFormats {
  /** `21/11 15:30` */
  short(iso: string): string;
  /** `21/11/2026 às 15:30:04` */
  full(iso: string): string;
  /** `21/11/2026` */
  date(iso: string): string;
  /** `21/11/2026 15:30` */
  minute(iso: string): string;
  /** `15:30` */
  time(iso: string): string;
  /** `2026-11-21`, for grouping and comparing. */
  day(iso: string): string;
  /** `Hoje, 21 de novembro`, `Sexta-feira, 20 de novembro` */
  dayTitle(iso: string, now: Date): string;
}

/** Dates in the service's time zone, wherever the browser is. */
export function localFormats(timeZone: string): LocalFormats {
  const make = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('pt-BR', { timeZone, ...options });
  const date = make({ day: '2-digit', month: '2-digit' });
  const longDate = make({ day: '2-digit', month: '2-digit', year: 'numeric' });
  const clock = make({ hour: '2-digit', minute: '2-digit' });
  const exact = make({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
  const title = make({ day: 'numeric', month: 'long' });
  const weekday = make({ weekday: 'long' });
  const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone });
  return {
    short: (iso) => `${date.format(new Date(iso))} ${clock.format(new Date(iso))}`,
    full: (iso) => `${longDate.format(new Date(iso))} às ${exact.format(new Date(iso))}`,
    date: (iso) => longDate.format(new Date(iso)),
    minute: (iso) => `${longDate.format(new Date(iso))} ${clock.format(new Date(iso))}`,
    time: (iso) => clock.format(new Date(iso)),
    day: (iso) => isoDay.format(new Date(iso)),
    dayTitle: (iso, now) => {
      const day = new Date(iso);
      const name = isoDay.format(day) === isoDay.format(now) ? 'Hoje' : capital(weekday.format(day));
      return `${name}, ${title.format(day)}`;
    },
  };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
