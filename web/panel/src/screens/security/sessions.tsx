import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useFormats } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Badge } from '../../ui/feedback/status.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { browserName } from './browser-name.ts';
import styles from './security.module.css';

const KEY = ['security', 'sessions'];

/** All sessions of the user; others can be ended here. */
export function Sessions() {
  const { full } = useFormats();
  const client = useQueryClient();
  const sessions = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('GET /security/sessions', { signal }),
  });
  const refresh = () => client.invalidateQueries({ queryKey: KEY });
  const end = useMutation({
    mutationFn: (id: string) => call('DELETE /security/sessions/:id', { path: { id } }),
    onSuccess: refresh,
  });
  const endOthers = useMutation({
    mutationFn: () => call('DELETE /security/sessions'),
    onSuccess: refresh,
  });
  if (sessions.isPending) return <Loading />;
  if (sessions.isError) return <ErrorNotice error={sessions.error} onRetry={() => sessions.refetch()} />;
  const { items } = sessions.data;
  return (
    <>
      <ul className={styles.list}>
        {items.map(({ id, agent, address, seenAt, current }) => (
          <li key={id}>
            <div>
              <b>{browserName(agent)}</b>
              <small>
                {address} · último uso {full(seenAt)}
              </small>
            </div>
            {current ? (
              <Badge label="Esta sessão" tone="good" icon="check" />
            ) : (
              <Button
                variant="default"
                loading={end.isPending && end.variables === id}
                onClick={() => end.mutate(id)}
              >
                Encerrar
              </Button>
            )}
          </li>
        ))}
      </ul>
      {items.length > 1 && (
        <Button variant="subtle" mt="md" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
          Encerrar todas as outras
        </Button>
      )}
      {(end.isError || endOthers.isError) && (
        <ErrorNotice error={end.error ?? endOthers.error ?? new Error()} />
      )}
    </>
  );
}
