import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { ClientCards } from './client-cards.tsx';
import { ClientForm } from './client-form.tsx';

/** An existing client. */
export function ClientScreen() {
  const { id } = useParams({ from: '/inside/clientes/$id' });
  const client = useQuery({
    queryKey: ['client', id],
    queryFn: ({ signal }) => call('GET /clients/:id', { path: { id }, signal }),
    refetchOnWindowFocus: false,
  });
  if (client.error) return <ErrorNotice error={client.error} onRetry={() => client.refetch()} />;
  if (!client.data) return <Loading />;
  return (
    <>
      <ClientForm key={client.data.id} client={client.data} />
      <ClientCards clientId={client.data.id} />
    </>
  );
}

export function NewClientScreen() {
  return <ClientForm client={undefined} />;
}
