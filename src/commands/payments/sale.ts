import {
  SALE_STATUS,
  type StuckCause,
  type StuckSale,
  saleStatusName,
  settledStatuses,
  stuckCase,
  stuckCause,
  stuckSince,
} from '../../operations/index.ts';
import { moneyText } from '../../platform/text/number-text.ts';
import { type Command, UsageError } from '../line/command.ts';
import { textTable } from '../line/text-table.ts';
import { isoTime, timeWriter } from '../line/times.ts';
import { readId } from '../line/values.ts';

const LISTED = 50;
const MAX_REASON = 300;
const { credited, refused, canceled } = SALE_STATUS;

const list: Command = {
  name: 'sale list',
  summary: `lista as ${LISTED} vendas do caixa mais antigas que precisam de atenção, com o motivo`,
  options: { person: { summary: 'só as desta pessoa', value: 'ID' } },
  run: async (context, args) => {
    const person = args.optionalText('person');
    const personId = person === undefined ? undefined : readId(person, '--person');
    const { stuckSales } = await context.rooms();
    const found = await stuckSales.list({ personId, afterPaymentId: 0, limit: LISTED });
    const total = found.length < LISTED ? found.length : await stuckSales.count(personId);
    return {
      record: { sales: found.map(record), more: total - found.length },
      text:
        found.length === 0
          ? 'Nenhuma venda do caixa precisa de atenção.'
          : table(found, timeWriter(context.timeZone)),
      note: total > found.length ? `E mais ${total - found.length}: estas são as mais antigas.` : undefined,
    };
  },
};

const settle: Command = {
  name: 'sale settle',
  summary: 'encerra uma venda do caixa que precisa de atenção, pelo que a adquirente ou o comprovante diz',
  positionals: ['ID'],
  options: {
    status: {
      summary: `um dos que sale list mostra; em pagamento: ${credited} (creditada) ou ${refused} (recusada); em cancelamento: ${canceled} (cancelada) ou ${credited}; já encerrada: o que ela tem`,
      value: 'STATUS',
      required: true,
    },
    case: {
      summary: 'o que sale list mostra em CASO; sem ele, só uma cujo cliente se calou',
      value: 'CASO',
    },
    reason: { summary: 'quem confirmou e como; fica no histórico', value: 'TEXTO', required: true },
  },
  run: async (context, args) => {
    const saleId = readId(args.positional('ID'), 'ID');
    const status = Number(args.text('status'));
    if (![credited, refused, canceled].some((known) => known === status))
      throw new UsageError(`--status deve ser ${credited}, ${canceled} ou ${refused}.`);
    const reason = args.text('reason').trim().slice(0, MAX_REASON);
    if (reason === '') throw new UsageError('Diga em --reason quem confirmou e como.');
    const { stuckSales } = await context.rooms();
    const seen = args.optionalText('case');
    const answer = { personId: undefined, saleId, status, seen, reason, origin: 'command' };
    // The command writes its own entries of the audit.
    const sale = await stuckSales.settle(answer, async () => undefined);
    return {
      record: { id: sale.id, personId: sale.personId, status: sale.status },
      text: `Venda ${sale.id} encerrada: ${sale.status} ${saleStatusName(sale.status)}.`,
    };
  },
};

export const saleCommands: readonly Command[] = [list, settle];

const CAUSES: Readonly<Record<StuckCause, string>> = {
  silent: 'o cliente se calou',
  untold: 'encerrada sem o cliente',
  charged: 'cobrada depois do fim',
  notCharged: 'não foi cobrada',
  notRefunded: 'não foi devolvida',
  refundedTwice: 'devolvida duas vezes',
};

function record(stuck: StuckSale) {
  const { sale } = stuck;
  return {
    id: sale.id,
    personId: sale.personId,
    terminalId: sale.terminalId,
    status: sale.status,
    statusName: saleStatusName(sale.status),
    amount: sale.finalValue,
    reference: sale.reference ?? null,
    cause: stuckCause(stuck),
    case: stuckCase(stuck),
    silentSince: isoTime(stuckSince(stuck)),
    mayBecome: settledStatuses(stuck),
  };
}

function table(found: readonly StuckSale[], write: (epochMs: number) => string): string {
  return textTable(
    ['DESDE', 'MOTIVO', 'CASO', 'VENDA', 'PESSOA', 'TERMINAL', 'VALOR', 'STATUS', 'REFERÊNCIA', 'PODE VIRAR'],
    found.map(({ sale, payment }) => [
      write(stuckSince({ sale, payment })),
      CAUSES[stuckCause({ sale, payment })],
      stuckCase({ sale, payment }),
      String(sale.id),
      String(sale.personId),
      String(sale.terminalId),
      moneyText(sale.finalValue),
      `${sale.status} ${saleStatusName(sale.status)}`,
      sale.reference ?? '',
      settledStatuses({ sale, payment }).join(', '),
    ]),
  );
}
