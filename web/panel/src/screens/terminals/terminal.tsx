import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { TerminalRow } from '../../../../../src/panel/terminals/schema.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Archiving } from '../../ui/screens/archiving.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { PaymentClientSheet } from './payment-client.tsx';
import { TerminalForm } from './terminal-form.tsx';

/** Refresh interval, to show when a payment client connects or disconnects. */
const PRESENCE_EVERY_MS = 30_000;

function usePhysicalTerminals() {
  return useQuery({
    queryKey: ['physical-terminals'],
    queryFn: ({ signal }) => call('GET /physical-terminals', { signal }),
  });
}

/** An existing terminal. */
export function TerminalScreen() {
  const { id } = useParams({ from: '/inside/terminais/$id' });
  const terminal = useQuery({
    queryKey: ['terminal', id],
    queryFn: ({ signal }) => call('GET /terminals/:id', { path: { id }, signal }),
    refetchOnWindowFocus: false,
    refetchInterval: PRESENCE_EVERY_MS,
  });
  const physical = usePhysicalTerminals();
  const failed = terminal.error ?? physical.error;
  if (failed) return <ErrorNotice error={failed} onRetry={() => terminal.refetch()} />;
  if (!terminal.data || !physical.data) return <Loading />;
  return (
    <>
      <TerminalForm key={terminal.data.id} terminal={terminal.data} physical={physical.data.items} />
      <PaymentClientSheet terminal={terminal.data} />
      <TerminalArchiving terminal={terminal.data} />
    </>
  );
}

function TerminalArchiving({ terminal: { id, archived } }: { readonly terminal: TerminalRow }) {
  const mayWrite = useMay('terminals.write');
  const client = useQueryClient();
  if (!mayWrite) return null;
  const change = async (isArchived: boolean) => {
    const saved = await call(isArchived ? 'POST /terminals/:id/archive' : 'POST /terminals/:id/reactivate', {
      path: { id },
    });
    client.setQueryData(['terminal', String(id)], saved);
    await Promise.all([
      client.invalidateQueries({ queryKey: ['terminals'] }),
      client.invalidateQueries({ queryKey: ['till-terminals'] }),
    ]);
  };
  return (
    <Archiving archived={archived} change={change}>
      {archived
        ? 'Este terminal não vende no Caixa nem se pareia. Um sistema integrado que use o número dele continua vendendo.'
        : 'O terminal sai da lista e do Caixa e não se pareia mais. As vendas dele não mudam, e ele volta quando você quiser. Um sistema integrado que use o número dele continua vendendo: para impedir, revogue a chave do sistema.'}
    </Archiving>
  );
}

export function NewTerminalScreen() {
  const physical = usePhysicalTerminals();
  if (physical.error) return <ErrorNotice error={physical.error} onRetry={() => physical.refetch()} />;
  if (!physical.data) return <Loading />;
  return <TerminalForm terminal={undefined} physical={physical.data.items} />;
}
