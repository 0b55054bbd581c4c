import { Button } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AttentionTillSale } from '../../../../../src/panel/attention/schema.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Fact, Facts } from '../../ui/screens/facts.tsx';
import { age } from '../../ui/text/age.ts';
import { money } from '../../ui/text/format.ts';
import styles from './attention.module.css';
import { SettleDialog } from './settle-dialog.tsx';
import { ShopFact } from './shop-fact.tsx';

const REFRESH_MS = 30_000;

/** Sales of tills whose payment client took them and fell silent. */
export function useTillCases() {
  return useInfiniteQuery({
    queryKey: ['attention', 'till'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /attention/till', { query: pageParam === '' ? {} : { cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: REFRESH_MS,
  });
}

/** Explains and settles them. Nothing is shown without any. */
export function TillCases({ cases }: { readonly cases: ReturnType<typeof useTillCases> }) {
  const client = useQueryClient();
  const maySettle = useMay('platform.attention.settle');
  const [settling, setSettling] = useState<AttentionTillSale>();
  const [done, setDone] = useState<string>();
  if (cases.error) return <ErrorNotice error={cases.error} onRetry={() => cases.refetch()} />;
  const shown = cases.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = cases.data?.pages.at(-1)?.total ?? 0;
  if (total === 0 && done === undefined) return null;
  return (
    <section className={styles.till}>
      {total > 0 && (
        <>
          <h2>{total === 1 ? '1 venda do caixa' : `${total} vendas do caixa`}</h2>
          <p className={`soft ${styles.intro}`}>
            A maquininha começou e não disse como terminou, ou disse depois o contrário. Pergunte à loja o que
            o comprovante diz, ou à adquirente. Encerrar só registra, não move dinheiro.
          </p>
        </>
      )}
      {done !== undefined && <Notice tone="good">{done}</Notice>}
      <div className={styles.cases}>
        {shown.map((found) => (
          <TillCase
            key={found.subject}
            found={found}
            onSettle={maySettle ? () => setSettling(found) : undefined}
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
      {settling && (
        <SettleDialog
          amount={settling.amount}
          options={settling.options}
          question="O que o comprovante ou a adquirente diz?"
          onSettle={({ status }, reason) =>
            call('POST /attention/till/:id/settle', {
              path: { id: settling.id },
              body: { status, subject: settling.subject, reason },
            })
          }
          onClose={() => setSettling(undefined)}
          onDone={(text) => {
            setSettling(undefined);
            setDone(text);
            return client.invalidateQueries({ queryKey: ['attention'] });
          }}
        />
      )}
    </section>
  );
}

function titleOf({ id, isCancel, cause }: AttentionTillSale): string {
  switch (cause) {
    case 'silent':
      return `${isCancel ? 'O cancelamento' : 'O pagamento'} da venda ${id} parou na maquininha`;
    case 'untold':
      return `A maquininha não disse se moveu dinheiro na venda ${id}, que terminou sem ela`;
    case 'charged':
      return `A maquininha cobrou a venda ${id} depois que ela terminou`;
    case 'notCharged':
      return `A maquininha diz que não cobrou a venda ${id}`;
    case 'notRefunded':
      return `A maquininha diz que não devolveu o valor da venda ${id}`;
    case 'refundedTwice':
      return `A maquininha pode ter devolvido a venda ${id} duas vezes`;
  }
}

function TillCase({
  found,
  onSettle,
}: {
  readonly found: AttentionTillSale;
  readonly onSettle: (() => void) | undefined;
}) {
  return (
    <article className={styles.case}>
      <div className={styles.head}>
        <div>
          <h3>{titleOf(found)}</h3>
          <p className="soft">
            {found.cause === 'silent' ? 'Sem notícia' : 'Aconteceu'} {age(found.since)}
          </p>
        </div>
        <span className={styles.amount}>{money(found.amount)}</span>
      </div>
      <Facts>
        <ShopFact person={found.person} />
        <Fact label="Situação" value={`${found.statusName} (${found.status})`} />
        <Fact label="Terminal" value={String(found.terminalId)} />
        <Fact label="Referência" value={found.reference} copy={found.reference} />
      </Facts>
      {onSettle && (
        <div className={styles.actions}>
          <Button onClick={onSettle}>Encerrar venda {found.id}</Button>
        </div>
      )}
    </article>
  );
}
