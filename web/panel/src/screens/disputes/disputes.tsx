import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { DisputeRow } from '../../../../../src/panel/disputes/schema.ts';
import { call } from '../../api/call.ts';
import { downloadFile } from '../../api/download-file.ts';
import { useMay } from '../../session/session.ts';
import { Badge } from '../../ui/feedback/status.tsx';
import { DataList, type ListColumn } from '../../ui/lists/data-list.tsx';
import { Item, ItemList } from '../../ui/lists/item-list.tsx';
import { RowCard } from '../../ui/lists/row-card.tsx';
import { usePages } from '../../ui/lists/use-pages.ts';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import { money } from '../../ui/text/format.ts';
import { Icon } from '../../ui/text/icon.tsx';
import { DisputeRates } from './dispute-rates.tsx';
import { readDisputeSearch } from './dispute-search.ts';
import { DISPUTE_LOOKS, dayText, deadlineText, KIND_LABELS, reasonText } from './dispute-words.ts';
import styles from './disputes.module.css';

const REFRESH_MS = 60_000;

const COLUMNS: readonly ListColumn<DisputeRow>[] = [
  { id: 'notified', header: 'Aviso', cell: ({ row }) => dayText(row.original.notifiedDay) },
  {
    id: 'kind',
    header: 'Disputa',
    cell: ({ row: { original } }) => (
      <Link to="/disputas/$id" params={{ id: original.id }}>
        <b>{KIND_LABELS[original.kind]}</b>
      </Link>
    ),
  },
  { id: 'reason', header: 'Motivo', cell: ({ row }) => reasonText(row.original) || '–' },
  { id: 'sale', header: 'Venda', cell: ({ row }) => row.original.referenceId ?? '–' },
  { id: 'provider', header: 'Adquirente', cell: ({ row }) => row.original.provider },
  { id: 'amount', header: 'Valor', cell: ({ row }) => <b>{money(row.original.amount)}</b> },
  { id: 'until', header: 'Prazo', cell: ({ row }) => deadlineText(row.original) || '–' },
  { id: 'state', header: 'Situação', cell: ({ row }) => <Badge {...DISPUTE_LOOKS[row.original.state]} /> },
];

/** What buyers contest: what is to be answered first, then all, newest first. */
export function DisputesScreen() {
  const search = useSearch({ from: '/inside/disputas' });
  const navigate = useNavigate({ from: '/disputas' });
  const mayExport = useMay('sales.export');
  const filter = search.situacao === undefined ? {} : { state: search.situacao };
  const disputes = usePages<DisputeRow>(['disputes', filter], (page, signal) =>
    call('GET /disputes', { query: { ...page, ...filter }, signal }),
  );
  return (
    <>
      <ScreenHead title="Disputas">
        {mayExport && (
          <Button
            variant="default"
            leftSection={<Icon name="download" />}
            onClick={() => downloadFile('/disputes.csv', filter, 'disputas.csv')}
          >
            Baixar CSV
          </Button>
        )}
      </ScreenHead>
      <div className={styles.stack}>
        <ToAnswer />
        <DisputeRates />
        <NativeSelect
          className={styles.filter}
          aria-label="Situação"
          value={search.situacao ?? ''}
          data={[
            { value: '', label: 'Todas as situações' },
            ...Object.entries(DISPUTE_LOOKS).map(([value, { label }]) => ({ value, label })),
          ]}
          onChange={({ currentTarget }) =>
            navigate({ search: readDisputeSearch({ situacao: currentTarget.value }), replace: true })
          }
        />
        <DataList<DisputeRow>
          caption="Disputas, avisadas por último primeiro"
          columns={COLUMNS}
          {...disputes}
          rowKey={({ id }) => id}
          filtered={search.situacao !== undefined}
          card={(row) => (
            <Link to="/disputas/$id" params={{ id: row.id }}>
              <RowCard
                amount={money(row.amount)}
                state={<Badge {...DISPUTE_LOOKS[row.state]} />}
                about={[KIND_LABELS[row.kind], reasonText(row), row.referenceId].filter(Boolean).join(' · ')}
                at={deadlineText(row) || dayText(row.notifiedDay)}
              />
            </Link>
          )}
          empty={
            <>
              <b>Nenhuma disputa</b>
              <p className="soft">
                Quando um comprador contesta uma venda, ela aparece aqui com o prazo da resposta. Recebeu uma
                carta da adquirente? Abra a venda e escolha <b>Registrar uma disputa</b>.
              </p>
            </>
          }
          nothingFound={<b>Nenhuma disputa nesta situação</b>}
        />
      </div>
    </>
  );
}

function ToAnswer() {
  const { data } = useQuery({
    queryKey: ['disputes', 'to-answer'],
    queryFn: ({ signal }) => call('GET /disputes/to-answer', { signal }),
    refetchInterval: REFRESH_MS,
  });
  if (!data || data.count === 0) return null;
  return (
    <Sheet>
      <Section title={data.count === 1 ? '1 disputa a responder' : `${data.count} disputas a responder`}>
        <ItemList>
          {data.items.map((one) => (
            <Item
              key={one.id}
              title={
                <Link to="/disputas/$id" params={{ id: one.id }}>
                  <b>{money(one.amount)}</b> {KIND_LABELS[one.kind]}
                </Link>
              }
              detail={[deadlineText(one), reasonText(one), one.referenceId].filter(Boolean).join(' · ')}
            />
          ))}
        </ItemList>
      </Section>
    </Sheet>
  );
}
