import { Button } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { PostbackRow } from '../../../../../src/panel/postbacks/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats, useMay } from '../../session/session.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Badge } from '../../ui/feedback/status.tsx';
import { DataList, type ListColumn } from '../../ui/lists/data-list.tsx';
import { SearchField } from '../../ui/lists/search-field.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Tabs } from '../../ui/screens/tabs.tsx';
import { Breakable } from '../../ui/text/breakable.tsx';
import { count, type LocalFormats } from '../../ui/text/format.ts';
import { Icon } from '../../ui/text/icon.tsx';
import { answerText, newsOf, POSTBACK_LOOKS, type PostbackSearch } from './postback-words.ts';
import styles from './postbacks.module.css';
import { TestAddressDialog } from './test-address-dialog.tsx';

const TABS = [
  { state: undefined, label: 'Todos' },
  { state: 'failed', label: 'Falharam' },
  { state: 'waiting', label: 'Na fila' },
  { state: 'delivered', label: 'Entregues' },
] as const;
const REFRESH_MS = 15_000;

/** Postbacks to the shop, delivered and failed. */
export function PostbacksScreen() {
  const search = useSearch({ from: '/inside/avisos' });
  const navigate = useNavigate({ from: '/avisos' });
  const formats = useFormats();
  const mayResend = useMay('postbacks.resend');
  const [testing, setTesting] = useState(false);
  const columns = useMemo(() => columnsOf(formats), [formats]);
  const found = usePostbacks(search);
  const rows = useMemo(() => found.data?.pages.flatMap(({ items }) => items), [found.data]);
  const failed = found.data?.pages[0]?.failed ?? 0;
  const setSearch = (next: PostbackSearch) => navigate({ search: next });
  return (
    <>
      <ScreenHead title="Avisos">
        {mayResend && (
          <Button variant="default" leftSection={<Icon name="send" />} onClick={() => setTesting(true)}>
            Testar um endereço
          </Button>
        )}
      </ScreenHead>
      <Tabs label="Situação">
        {TABS.map(({ state, label }) => (
          <Link
            key={label}
            to="/avisos"
            search={({ state: _state, ...rest }) => (state === undefined ? rest : { ...rest, state })}
            // Else the router takes the link of all for the current one whatever the state is.
            activeOptions={{ exact: true }}
            aria-current={search.state === state ? 'page' : undefined}
          >
            {label}
            {state === 'failed' && failed > 0 && <span>{count(failed)}</span>}
          </Link>
        ))}
      </Tabs>
      <div className={styles.filters}>
        <SearchField
          label="Buscar avisos por pedido, NSU, TID ou id da venda"
          placeholder="Pedido, NSU, TID ou id da venda"
          value={search.search ?? ''}
          onSearch={(text) => {
            const { search: _search, ...rest } = search;
            setSearch(text.trim() === '' ? rest : { ...rest, search: text.trim() });
          }}
        />
        {mayResend && failed > 0 && <ResendFailed failed={failed} />}
      </div>
      <DataList<PostbackRow>
        caption="Avisos, das vendas mais novas primeiro"
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        card={(postback) => <PostbackCard postback={postback} formats={formats} />}
        error={found.error}
        onRetry={() => found.refetch()}
        filtered={search.state !== undefined || search.search !== undefined}
        nothingFound={
          <>
            <b>Nenhum aviso com estes filtros</b>
            <Button variant="default" onClick={() => setSearch({})}>
              Limpar os filtros
            </Button>
          </>
        }
        empty={
          <>
            <b>Ainda não há avisos</b>
            <p className="soft">
              Cada mudança de uma venda é avisada ao sistema da loja, no endereço que está em Configurações ou
              no que a venda traz. Aqui se vê o que chegou.
            </p>
          </>
        }
        more={
          found.hasNextPage ? { loading: found.isFetchingNextPage, load: found.fetchNextPage } : undefined
        }
      />
      {testing && <TestAddressDialog onClose={() => setTesting(false)} />}
    </>
  );
}

function usePostbacks(search: PostbackSearch) {
  return useInfiniteQuery({
    queryKey: ['postbacks', search],
    queryFn: ({ pageParam, signal }) =>
      call('GET /postbacks', { query: { ...search, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(({ state }) => state === 'waiting')) ? REFRESH_MS : false,
  });
}

function ResendFailed({ failed }: { readonly failed: number }) {
  const client = useQueryClient();
  const resend = useMutation({
    mutationFn: () => call('POST /postbacks/resend-failed'),
    onSuccess: () => client.invalidateQueries({ queryKey: ['postbacks'] }),
  });
  return (
    <>
      <Button
        leftSection={<Icon name="refresh" />}
        loading={resend.isPending}
        onClick={() => resend.mutate()}
      >
        {failed === 1 ? 'Reenviar o que falhou' : `Reenviar os ${count(failed)} que falharam`}
      </Button>
      {resend.isError && <Notice tone="bad">{resend.error.message}</Notice>}
    </>
  );
}

function columnsOf(formats: LocalFormats): readonly ListColumn<PostbackRow>[] {
  return [
    {
      id: 'createdAt',
      header: 'Data',
      cell: ({ row: { original } }) => (
        <Link to="/avisos/$transactionId/$version" params={paramsOf(original)}>
          {formats.short(original.createdAt)}
        </Link>
      ),
    },
    { id: 'state', header: 'Situação', cell: ({ row }) => <Badge {...POSTBACK_LOOKS[row.original.state]} /> },
    { id: 'news', header: 'O que avisa', cell: ({ row }) => newsOf(row.original) },
    { id: 'referenceId', header: 'Pedido', cell: ({ row }) => row.original.referenceId ?? '–' },
    {
      id: 'answer',
      header: 'Resposta',
      cell: ({ row }) => <span className={styles.answer}>{answerText(row.original)}</span>,
    },
    {
      id: 'tries',
      header: 'Tentativas',
      cell: ({ row: { original } }) => (
        <span className="number">
          {original.tries}
          {original.nextAt !== null && original.tries > 0 && (
            <span className={styles.next}>próxima {formats.short(original.nextAt)}</span>
          )}
        </span>
      ),
    },
    { id: 'url', header: 'Endereço', cell: ({ row }) => <Breakable text={hostOf(row.original.url)} /> },
  ];
}

function PostbackCard({
  postback,
  formats,
}: {
  readonly postback: PostbackRow;
  readonly formats: LocalFormats;
}) {
  return (
    <Link to="/avisos/$transactionId/$version" params={paramsOf(postback)}>
      <span className={styles.cardTop}>
        <b>{postback.referenceId ?? newsOf(postback)}</b>
        <Badge {...POSTBACK_LOOKS[postback.state]} />
      </span>
      <span className={styles.cardBottom}>
        <span>
          {[...(postback.referenceId === null ? [] : [newsOf(postback)]), answerText(postback)].join(' · ')}
        </span>
        <span className="number">{formats.short(postback.createdAt)}</span>
      </span>
    </Link>
  );
}

function keyOf({ transactionId, version }: PostbackRow): string {
  return `${transactionId}.${version}`;
}

function paramsOf({ transactionId, version }: PostbackRow) {
  return { transactionId, version: String(version) };
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
