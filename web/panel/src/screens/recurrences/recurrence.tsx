import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Recurrence } from '../../../../../src/panel/recurrences/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats, useMay } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { BackLink } from '../../ui/screens/back-link.tsx';
import { CopiedAddress, Fact, Facts } from '../../ui/screens/facts.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Section, Sheet, Split } from '../../ui/screens/sheet.tsx';
import { money } from '../../ui/text/format.ts';
import { Entries } from './entries.tsx';
import { PauseButton } from './pause-button.tsx';
import { RecurrenceStatus } from './recurrence-status.tsx';
import styles from './recurrences.module.css';

const LOOK_EVERY_MS = 5_000;

/** One recurrence: what is charged when, every try, cancel. */
export function RecurrenceScreen() {
  const { id } = useParams({ from: '/inside/recorrencias/$id' });
  const recurrence = useQuery({
    queryKey: ['recurrence', id],
    queryFn: ({ signal }) => call('GET /recurrences/:id', { path: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.lastTried?.underWay ? LOOK_EVERY_MS : false),
  });
  if (recurrence.error) return <ErrorNotice error={recurrence.error} onRetry={() => recurrence.refetch()} />;
  return recurrence.data ? <Shown recurrence={recurrence.data} /> : <Loading />;
}

function Shown({ recurrence }: { readonly recurrence: Recurrence }) {
  const mayWrite = useMay('clients.write');
  const formats = useFormats();
  const [canceling, setCanceling] = useState(false);
  const { id, client, amount, months, paid, reference, description, next } = recurrence;
  const open = recurrence.entries.filter(({ status }) => status === 5).length;
  return (
    <>
      <BackLink to="/recorrencias" label="Recorrências" />
      <ScreenHead title={description ?? reference ?? `Recorrência ${id}`}>
        <RecurrenceStatus {...recurrence} />
        {mayWrite && recurrence.mayCancel && <PauseButton recurrence={recurrence} />}
        {mayWrite && recurrence.mayCancel && (
          <Button variant="default" onClick={() => setCanceling(true)}>
            Cancelar recorrência
          </Button>
        )}
      </ScreenHead>
      {recurrence.needsCard && (
        <div className={styles.notice}>
          <MissingCard recurrence={recurrence} />
        </div>
      )}
      <Sheet>
        <Section title={`${money(amount)} por mês`}>
          <Facts>
            <Fact
              label="Cliente"
              value={
                <Link to="/clientes/$id" params={{ id: String(client.id) }}>
                  {client.name}
                </Link>
              }
            />
            <Fact
              label="Próxima cobrança"
              value={
                recurrence.pausedAt === null
                  ? next && formats.minute(next.nextTryAt ?? next.dueAt)
                  : `Pausada desde ${formats.minute(recurrence.pausedAt)}`
              }
            />
            <Fact label="Referência" value={reference} copy={reference} />
            <Fact label="Criada" value={formats.minute(recurrence.createdAt)} />
            <Fact label="Número" value={id} copy={String(id)} />
          </Facts>
        </Section>
        <Split
          figures={[
            ['Meses pagos', `${paid} de ${months}`],
            ['Recebido', money(paid * amount)],
            ['A cobrar', money(open * amount)],
          ]}
        />
        <Section title="Cobranças">
          <Entries recurrence={recurrence} />
        </Section>
      </Sheet>
      {canceling && <CancelRecurrence recurrence={recurrence} onClose={() => setCanceling(false)} />}
    </>
  );
}

function MissingCard({ recurrence: { client, formUrl } }: { readonly recurrence: Recurrence }) {
  return (
    <Notice tone="wait">
      {client.name} está sem cartão válido.{' '}
      {formUrl === null ? (
        <Link to="/clientes/$id" params={{ id: String(client.id) }}>
          Peça um cartão na página do cliente
        </Link>
      ) : (
        <>
          Envie este link para cadastrar um:
          <CopiedAddress address={formUrl} what="endereço da página" />
        </>
      )}
    </Notice>
  );
}

function CancelRecurrence(props: { readonly recurrence: Recurrence; readonly onClose: () => void }) {
  const { id, amount, entries } = props.recurrence;
  const open = entries.filter(({ status }) => status === 5).length;
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => call('POST /recurrences/:id/cancel', { path: { id } }),
    onSuccess: async (saved) => {
      client.setQueryData(['recurrence', String(id)], saved);
      props.onClose();
      await client.invalidateQueries({ queryKey: ['recurrences'] });
    },
  });
  return (
    <ConfirmDialog
      title="Cancelar esta recorrência?"
      verb="Cancelar recorrência"
      pending={cancel.isPending}
      error={cancel.error}
      onConfirm={() => cancel.mutate()}
      onClose={props.onClose}
    >
      <p>
        {open === 1 ? '1 cobrança' : `${open} cobranças`} de {money(amount)}{' '}
        {open === 1 ? 'não será feita' : 'não serão feitas'}. O que já foi pago continua pago, e uma
        recorrência cancelada não volta.
      </p>
    </ConfirmDialog>
  );
}
