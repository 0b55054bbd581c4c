import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ClientDetail } from '../../../../../src/panel/clients/schema.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Archiving } from '../../ui/screens/archiving.tsx';
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
      <ClientArchiving client={client.data} />
    </>
  );
}

function ClientArchiving({ client: { id, archived } }: { readonly client: ClientDetail }) {
  const mayWrite = useMay('clients.write');
  const client = useQueryClient();
  if (!mayWrite) return null;
  const change = async (isArchived: boolean) => {
    const saved = await call(isArchived ? 'POST /clients/:id/archive' : 'POST /clients/:id/reactivate', {
      path: { id },
    });
    client.setQueryData(['client', String(id)], saved);
    await client.invalidateQueries({ queryKey: ['clients'] });
  };
  return (
    <Archiving archived={archived} change={change}>
      {archived
        ? 'Este cliente não aparece na lista de clientes, no Caixa nem em Nova cobrança. As vendas dele continuam aqui.'
        : 'O cliente sai da lista de clientes, do Caixa e de Nova cobrança. As vendas dele não mudam, e ele volta quando você quiser.'}
    </Archiving>
  );
}

export function NewClientScreen() {
  return <ClientForm client={undefined} />;
}
