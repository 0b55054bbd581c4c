import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
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
    </>
  );
}

export function NewTerminalScreen() {
  const physical = usePhysicalTerminals();
  if (physical.error) return <ErrorNotice error={physical.error} onRetry={() => physical.refetch()} />;
  if (!physical.data) return <Loading />;
  return <TerminalForm terminal={undefined} physical={physical.data.items} />;
}
