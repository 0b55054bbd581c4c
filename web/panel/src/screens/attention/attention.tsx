import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AttentionCase } from '../../../../../src/panel/attention/schema.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Fact, Facts } from '../../ui/screens/facts.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { age } from '../../ui/text/age.ts';
import { money } from '../../ui/text/format.ts';
import styles from './attention.module.css';
import { SettleDialog } from './settle-dialog.tsx';
import { ShopFact } from './shop-fact.tsx';
import { TillCases, useTillCases } from './till-cases.tsx';

const REFRESH_MS = 30_000;

/** Sales whose outcome only a person can find out: explanation, retry, or settle. */
export function AttentionScreen() {
  const cases = useInfiniteQuery({
    queryKey: ['attention'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /attention', { query: pageParam === '' ? {} : { cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: REFRESH_MS,
  });
  const tillCases = useTillCases();
  const hasTillCases = (tillCases.data?.pages.at(-1)?.total ?? 0) > 0;
  const client = useQueryClient();
  const [settling, setSettling] = useState<AttentionCase>();
  const [done, setDone] = useState<string>();
  const refresh = () => client.invalidateQueries({ queryKey: ['attention'] });
  const retry = useMutation({
    mutationFn: (id: string) => call('POST /attention/:id/retry', { path: { id } }),
    onSuccess: () => {
      setDone('O Guichê volta a perguntar à adquirente em instantes.');
      return refresh();
    },
  });
  const shown = cases.data?.pages.flatMap(({ items }) => items);
  const total = cases.data?.pages.at(-1)?.total ?? 0;
  const [oldest] = shown ?? [];
  return (
    <>
      <ScreenHead title="Precisa de atenção">
        {oldest && (
          <span className="soft">
            {total === 1 ? '1 venda' : `${total} vendas`} · a mais antiga {age(oldest.since)}
          </span>
        )}
      </ScreenHead>
      {(shown?.length !== 0 || !hasTillCases) && (
        <p className={`soft ${styles.intro}`}>
          O Guichê já tentou tudo o que podia. Pergunte à adquirente pela referência e escreva aqui o que ela
          respondeu: encerrar só registra, não move dinheiro.
        </p>
      )}
      {done !== undefined && <Notice tone="good">{done}</Notice>}
      {retry.error && <ErrorNotice error={retry.error} />}
      {cases.error && <ErrorNotice error={cases.error} onRetry={() => cases.refetch()} />}
      {!shown && !cases.error && <Skeleton height={220} />}
      {shown?.length === 0 && !hasTillCases && (
        <div className={styles.empty}>
          <b>Nada precisa de você</b>
          <p className="soft">Toda venda em aberto está sendo resolvida sozinha.</p>
        </div>
      )}
      <div className={styles.cases}>
        {shown?.map((one) => (
          <Case
            key={`${one.id} ${one.acquirerReference}`}
            found={one}
            retrying={retry.isPending && retry.variables === one.id}
            onRetry={() => retry.mutate(one.id)}
            onSettle={() => setSettling(one)}
          />
        ))}
      </div>
      {cases.hasNextPage && (
        <Button
          variant="subtle"
          mt="md"
          loading={cases.isFetchingNextPage}
          onClick={() => cases.fetchNextPage()}
        >
          Mostrar mais
        </Button>
      )}
      <TillCases cases={tillCases} />
      {settling && (
        <SettleDialog
          amount={settling.amount}
          options={settling.options}
          onSettle={({ status, moved }, reason) =>
            call('POST /attention/:id/settle', {
              path: { id: settling.id },
              body: { status, subject: settling.subject, moved, reason },
            })
          }
          onClose={() => setSettling(undefined)}
          onDone={(text) => {
            setSettling(undefined);
            setDone(text);
            return refresh();
          }}
        />
      )}
    </>
  );
}

function Case({
  found,
  retrying,
  onRetry,
  onSettle,
}: {
  readonly found: AttentionCase;
  readonly retrying: boolean;
  readonly onRetry: () => void;
  readonly onSettle: () => void;
}) {
  const maySettle = useMay('platform.attention.settle');
  return (
    <article className={styles.case}>
      <div className={styles.head}>
        <div>
          <h2>{found.title}</h2>
          <p className="soft">
            Aberta {age(found.since)} · {found.provider} ·{' '}
            {found.tries === 1 ? '1 tentativa' : `${found.tries} tentativas`}
          </p>
        </div>
        <span className={styles.amount}>{money(found.amount)}</span>
      </div>
      <Facts>
        <ShopFact person={found.person} />
        <Fact label="Situação" value={`${found.statusWord} (${found.status})`} />
        <Fact label="Pedido" value={found.referenceId} copy={found.referenceId} />
        <Fact
          label="Referência na adquirente"
          value={found.acquirerReference}
          copy={found.acquirerReference}
          mono
        />
        <Fact label="Número da adquirente (TID)" value={found.theirId} copy={found.theirId} mono />
      </Facts>
      <p className={styles.said}>
        {found.lastAnswer !== null && (
          <>
            Última resposta: <b>{found.lastAnswer}</b>.{' '}
          </>
        )}
        {found.advice}
      </p>
      <div className={styles.actions}>
        {maySettle && found.options.length > 0 && (
          <Button onClick={onSettle}>Encerrar com a resposta da adquirente</Button>
        )}
        {maySettle && (
          <Button variant="default" loading={retrying} onClick={onRetry}>
            Tentar de novo
          </Button>
        )}
        <Link to="/vendas/$id" params={{ id: found.id }}>
          Ver a venda
        </Link>
      </div>
    </article>
  );
}
