import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { Postback } from '../../../../../src/panel/postbacks/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats, useMay } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Badge } from '../../ui/feedback/status.tsx';
import { CopyButton, Fact, Facts } from '../../ui/screens/facts.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import { newsOf, POSTBACK_LOOKS } from './postback-words.ts';
import styles from './postbacks.module.css';

const REFRESH_MS = 3_000;

/** One postback: its body, its URL, and the answer to each attempt. */
export function PostbackScreen() {
  const params = useParams({ from: '/inside/avisos/$transactionId/$version' });
  const mayResend = useMay('postbacks.resend');
  const client = useQueryClient();
  const queryKey = ['postback', params.transactionId, params.version];
  const postback = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /postbacks/:transactionId/:version', { path: params, signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'waiting' ? REFRESH_MS : false),
  });
  const resend = useMutation({
    mutationFn: () => call('POST /postbacks/:transactionId/:version/resend', { path: params }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return (
    <>
      <Link to="/avisos" className={styles.back}>
        <Icon name="back" size={16} />
        Avisos
      </Link>
      <ScreenHead title="Aviso à loja">
        {mayResend && postback.data && (postback.data.state !== 'waiting' || postback.data.tries > 0) && (
          <Button
            leftSection={<Icon name="refresh" />}
            loading={resend.isPending}
            onClick={() => resend.mutate()}
          >
            {postback.data.state === 'waiting' ? 'Tentar agora' : 'Reenviar'}
          </Button>
        )}
      </ScreenHead>
      {resend.isError && <ErrorNotice error={resend.error} />}
      {postback.isError && <ErrorNotice error={postback.error} onRetry={() => postback.refetch()} />}
      {postback.isPending && <Loading />}
      {postback.data && <PostbackView postback={postback.data} />}
    </>
  );
}

function PostbackView({ postback }: { readonly postback: Postback }) {
  const { full } = useFormats();
  return (
    <Sheet>
      <Section title="O que avisa">
        <Facts>
          <Fact label="Situação" value={<Badge {...POSTBACK_LOOKS[postback.state]} />} />
          <Fact label="Mudança" value={newsOf(postback)} />
          <Fact label="Criado" value={full(postback.createdAt)} />
          <Fact label="Próxima tentativa" value={postback.nextAt === null ? null : full(postback.nextAt)} />
          <Fact label="Pedido" value={postback.referenceId} copy={postback.referenceId} />
          <Fact
            label={postback.status === null ? 'tokenizationId' : 'Venda'}
            wide
            mono
            value={
              postback.status === null ? (
                postback.transactionId
              ) : (
                <Link to="/vendas/$id" params={{ id: postback.transactionId }}>
                  {postback.transactionId}
                </Link>
              )
            }
          />
          <Fact label="Endereço" wide mono value={postback.url} copy={postback.url} />
        </Facts>
      </Section>
      <Section title="Corpo enviado">
        <div className={styles.body}>
          <pre className="mono">{pretty(postback.body)}</pre>
          <CopyButton text={postback.body} what="o corpo do aviso" />
        </div>
      </Section>
      <Section title="Tentativas">
        {postback.attempts.length === 0 && <p className="soft">Nenhuma ainda.</p>}
        <ol className={styles.tries}>
          {postback.attempts.toReversed().map(({ at, state, httpStatus, error, answer }) => (
            <li key={at}>
              <Icon name={state === 'delivered' ? 'check' : 'cross'} size={15} />
              <span>{full(at)}</span>
              <b>{[httpStatus === null ? null : `HTTP ${httpStatus}`, error].filter(Boolean).join(' · ')}</b>
              {answer !== null && (
                <div className={styles.answered}>
                  A loja respondeu:
                  <pre className="mono">{answer}</pre>
                </div>
              )}
            </li>
          ))}
        </ol>
      </Section>
    </Sheet>
  );
}

function pretty(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}
