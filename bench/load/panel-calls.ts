/** One request of the panel's screens. */
export interface PanelCall {
  readonly title: string;
  /** Below `/painel/api`. */
  readonly path: string;
}

/**
 * What people ask for in turn: the lists, periods, views and filters of sales (also some that few sales of a million
 * pass), each kind of search, the first page, and summaries; and the session, which reads no sale: its times are those of
 * the machine and of the payments beside it. `day` gives the local day so many days ago.
 */
export function panelCalls(day: (daysAgo: number) => string): readonly PanelCall[] {
  const list = (title: string, filter: string) => ({ title, path: `/sales?limit=50${filter}` });
  const search = (title: string, text: string) => list(`search: ${title}`, `&search=${text}`);
  return [
    { title: 'session: reads no sale', path: '/session' },
    list('list', ''),
    list('period: 30 days', `&from=${day(30)}&to=${day(0)}`),
    list('period: one day, half a year ago', `&from=${day(180)}&to=${day(180)}`),
    list('view: denied', '&view=denied'),
    list('view: refunds', '&view=refunds'),
    list('view: to capture', '&view=to_capture'),
    list('status: expired', '&status=4'),
    list('filter: debit', '&kind=debit'),
    list('filter: Elo from R$ 100', '&kind=credit&brand=ELO&amountMin=10000'),
    list('rare filter: Amex, 12 times, from R$ 1,850', '&brand=AMEX&installmentsMin=12&amountMin=185000'),
    list('rare filter: an acquirer without sales', '&provider=CIELO'),
    list('rare filter: vouchers of tills', '&kind=voucher'),
    list('filter: cash', '&kind=cash'),
    search('reference', 'pedido-1234567'),
    search('NSU', '1100500'),
    search('last 4', '0007'),
    search('customer', 'helena'),
    search('rare customer', 'helena%20zz'),
    search('document', '00000100145'),
    search('nothing', 'nada-disto'),
    { title: 'home', path: '/home?period=30' },
    { title: 'summary', path: '/sales/summary' },
    { title: 'summary: 30 days', path: `/sales/summary?from=${day(30)}&to=${day(0)}` },
    { title: 'summary: debit', path: '/sales/summary?kind=debit' },
    { title: 'summary: rare filter', path: '/sales/summary?brand=AMEX&installmentsMin=12&amountMin=185000' },
    { title: 'summary: customer', path: '/sales/summary?search=helena' },
  ];
}
