import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { SlipLine, SlipView, SummedSlipView } from '../../../../../src/panel/slips/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats, useMay } from '../../session/session.ts';
import { DataList, type ListColumn } from '../../ui/lists/data-list.tsx';
import { RowCard } from '../../ui/lists/row-card.tsx';
import { usePages } from '../../ui/lists/use-pages.ts';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Tabs } from '../../ui/screens/tabs.tsx';
import { boundedCount, boundedMoney, dayText, type LocalFormats, money } from '../../ui/text/format.ts';
import { Icon } from '../../ui/text/icon.tsx';
import { SecondCopy } from './second-copy.tsx';
import { SlipStand, untilText } from './slip-looks.tsx';
import styles from './slips.module.css';

/** Without it the tab whose address is a part of the others' would be current always. */
const EXACTLY = { exact: true, includeSearch: true };

const CAPTIONS: Readonly<Record<SlipView, string>> = {
  due: 'Boletos a vencer, o próximo primeiro',
  late: 'Boletos vencidos e não pagos, o último primeiro',
  paid: 'Boletos pagos, o de vencimento mais recente primeiro',
};

const NOTHING: Readonly<Record<SlipView, { readonly title: string; readonly text: string }>> = {
  due: {
    title: 'Nenhum boleto a vencer',
    text: 'Os boletos que você emite, os dos seus links e os do seu sistema aparecem aqui até o vencimento.',
  },
  late: {
    title: 'Nenhum boleto vencido',
    text: 'Quem não paga até o vencimento aparece aqui, com o link da segunda via.',
  },
  paid: { title: 'Nenhum boleto pago', text: 'Assim que o banco avisa um pagamento, o boleto aparece aqui.' },
};

const DUE: ListColumn<SlipLine> = {
  id: 'due',
  header: 'Vencimento',
  cell: ({ row: { original } }) => (
    <>
      {dayText(original.dueOn)}
      <span className={`soft ${styles.until}`}>{untilText(original)}</span>
    </>
  ),
};
const PAYER: ListColumn<SlipLine> = {
  id: 'payer',
  header: 'Quem paga',
  cell: ({ row: { original } }) => (
    <Link to="/vendas/$id" params={{ id: original.id }}>
      <b>{original.payerName ?? 'Ver a venda'}</b>
    </Link>
  ),
};
const WHAT: ListColumn<SlipLine> = {
  id: 'what',
  header: 'Pedido',
  cell: ({ row }) => whatOf(row.original) || '–',
};
const AMOUNT: ListColumn<SlipLine> = {
  id: 'amount',
  header: 'Valor',
  cell: ({ row }) => <b>{money(row.original.amount)}</b>,
};
const STAND: ListColumn<SlipLine> = {
  id: 'stand',
  header: 'Situação',
  cell: ({ row }) => <SlipStand {...row.original} />,
};

const OPEN: readonly ListColumn<SlipLine>[] = [
  ...[DUE, PAYER, WHAT, AMOUNT, STAND],
  { id: 'copy', header: 'Segunda via', cell: ({ row }) => <SecondCopy slip={row.original} /> },
];

function paidColumns({ date }: LocalFormats): readonly ListColumn<SlipLine>[] {
  const paidOn = ({ paidAt }: SlipLine) => (paidAt === null ? '–' : date(paidAt));
  const paidAmount = ({ paidAmount: cents }: SlipLine) => (cents === null ? '–' : money(cents));
  return [
    ...[DUE, PAYER, WHAT, AMOUNT],
    { id: 'paid', header: 'Pago em', cell: ({ row }) => paidOn(row.original) },
    { id: 'capturedAmount', header: 'Valor pago', cell: ({ row }) => paidAmount(row.original) },
    STAND,
  ];
}

function whatOf({ referenceId, description }: SlipLine): string {
  return [referenceId, description].filter(Boolean).join(' · ');
}

/** Boletos by due date: what is to come, what is late, what was paid, each with its second copy. */
export function SlipsScreen() {
  const { visao: view = 'due' } = useSearch({ from: '/inside/boletos' });
  const maySell = useMay('sales.sell');
  const formats = useFormats();
  const slips = usePages<SlipLine>(['slips', view], (page, signal) =>
    call('GET /slips', { query: { ...page, view }, signal }),
  );
  return (
    <>
      <ScreenHead title="Boletos">
        {maySell && (
          <Button
            component={Link}
            to="/cobrar"
            search={{ forma: 'boleto' } as never}
            leftSection={<Icon name="plus" />}
          >
            Cobrar por boleto
          </Button>
        )}
      </ScreenHead>
      <Tabs label="Visões">
        <Link to="/boletos" search={{}} activeOptions={EXACTLY}>
          A vencer
        </Link>
        <Link to="/boletos" search={{ visao: 'late' }} activeOptions={EXACTLY}>
          Vencidos
        </Link>
        <Link to="/boletos" search={{ visao: 'paid' }} activeOptions={EXACTLY}>
          Pagos
        </Link>
      </Tabs>
      {view !== 'paid' && <Sum view={view} />}
      <DataList<SlipLine>
        caption={CAPTIONS[view]}
        columns={view === 'paid' ? paidColumns(formats) : OPEN}
        {...slips}
        rowKey={({ id, dueOn }) => `${id} ${dueOn}`}
        card={(slip) => <SlipCard slip={slip} formats={formats} />}
        empty={<Nothing view={view} />}
      />
    </>
  );
}

/** What of a view is still to come in. */
function Sum({ view }: { readonly view: SummedSlipView }) {
  const { data: figures } = useQuery({
    // Anew for each tab: its list is.
    queryKey: ['slips', 'summary', view],
    queryFn: ({ signal }) => call('GET /slips/summary', { query: { view }, signal }),
  });
  if (!figures || figures.count === 0) return <p className={styles.sum} />;
  return (
    <p className={styles.sum}>
      <b className="number">{boundedMoney(figures)}</b> em {boundedCount(figures)}{' '}
      {figures.count === 1 ? 'boleto' : 'boletos'}
    </p>
  );
}

function SlipCard({ slip, formats }: { readonly slip: SlipLine; readonly formats: LocalFormats }) {
  const { id, amount, payerName, dueOn, paidAt } = slip;
  return (
    <>
      <Link to="/vendas/$id" params={{ id }}>
        <RowCard
          amount={money(amount)}
          state={<SlipStand {...slip} />}
          about={[payerName, whatOf(slip), untilText(slip)].filter(Boolean).join(' · ')}
          at={paidAt === null ? dayText(dueOn) : `pago em ${formats.date(paidAt)}`}
        />
      </Link>
      {slip.url !== null && (
        <div className={styles.card}>
          <SecondCopy slip={slip} />
        </div>
      )}
    </>
  );
}

function Nothing({ view }: { readonly view: SlipView }) {
  const { title, text } = NOTHING[view];
  return (
    <>
      <b>{title}</b>
      <p className="soft">{text}</p>
    </>
  );
}
