import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Recurrence, RecurrenceEntryRow } from '../../../../../src/panel/recurrences/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { SaleStatus } from '../../ui/feedback/status.tsx';
import { Item, ItemList } from '../../ui/lists/item-list.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { EntryStatus } from './recurrence-status.tsx';
import styles from './recurrences.module.css';

/** The months of a recurrence, each with its tries. */
export function Entries({ recurrence: { id, entries } }: { readonly recurrence: Recurrence }) {
  return (
    <ItemList>
      {entries.map((entry) => (
        <Entry key={entry.number} recurrenceId={id} entry={entry} />
      ))}
    </ItemList>
  );
}

function Entry({
  recurrenceId,
  entry,
}: {
  readonly recurrenceId: number;
  readonly entry: RecurrenceEntryRow;
}) {
  const formats = useFormats();
  const [open, setOpen] = useState(false);
  const { number, dueAt, tries, nextTryAt, endedAt, answer } = entry;
  const detail = [
    endedAt !== null && `em ${formats.minute(endedAt)}`,
    answer,
    nextTryAt !== null && `nova tentativa em ${formats.minute(nextTryAt)}`,
  ];
  return (
    <Item
      title={
        <>
          <b className={styles.month}>{number}ª</b>
          <span className="number">{formats.date(dueAt)}</span>
          <EntryStatus {...entry} />
        </>
      }
      detail={detail.filter(Boolean).join(' · ')}
      actions={
        tries > 0 && (
          <Button
            variant="subtle"
            aria-expanded={open}
            aria-label={`${triesText(tries)} da ${number}ª cobrança`}
            onClick={() => setOpen(!open)}
          >
            {triesText(tries)}
          </Button>
        )
      }
    >
      {open && <Tries recurrenceId={recurrenceId} entry={entry} />}
    </Item>
  );
}

function Tries(props: { readonly recurrenceId: number; readonly entry: RecurrenceEntryRow }) {
  const formats = useFormats();
  const { number, tries, status, underWay } = props.entry;
  const sales = useQuery({
    queryKey: ['recurrence', String(props.recurrenceId), 'tries', number, tries, status, underWay],
    queryFn: ({ signal }) =>
      call('GET /recurrences/:id/entries/:number/tries', {
        path: { id: props.recurrenceId, number },
        signal,
      }),
  });
  if (sales.error) return <ErrorNotice error={sales.error} onRetry={() => sales.refetch()} />;
  if (!sales.data) return <Loading />;
  if (sales.data.items.length === 0) return <p className="soft">O gateway não aceitou nenhuma tentativa.</p>;
  return (
    <ol className={styles.tries}>
      {sales.data.items.map(({ at, saleId, brand, last4, answer, ...sale }) => (
        <li key={saleId}>
          <Link to="/vendas/$id" params={{ id: saleId }}>
            {formats.minute(at)}
          </Link>
          <SaleStatus {...sale} />
          <span className="soft">
            {[last4 && `${brand ?? 'Cartão'} •••• ${last4}`, answer].filter(Boolean).join(' · ')}
          </span>
        </li>
      ))}
    </ol>
  );
}

function triesText(tries: number): string {
  return tries === 1 ? '1 tentativa' : `${tries} tentativas`;
}
