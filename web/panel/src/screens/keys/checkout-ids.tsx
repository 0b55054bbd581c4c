import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { CheckoutIdRow } from '../../../../../src/panel/checkout-ids/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats, useMay } from '../../session/session.ts';
import { useStepUp } from '../../session/step-up.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { Badge } from '../../ui/feedback/status.tsx';
import { DataList, type ListColumn } from '../../ui/lists/data-list.tsx';
import { CopiedText } from '../../ui/screens/facts.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import { CheckoutIdDialog, SnippetDialog } from './checkout-id-dialogs.tsx';
import { KEY_STATES } from './key-words.ts';
import styles from './keys.module.css';

/** Public ids of the shop for its own pages, with the sites that may use them. */
export function CheckoutIds() {
  const mayWrite = useMay('keys.write');
  const client = useQueryClient();
  const [making, setMaking] = useState(false);
  const [shown, setShown] = useState<CheckoutIdRow>();
  const [revoking, setRevoking] = useState<CheckoutIdRow>();
  const ids = useQuery({
    queryKey: ['checkout-ids'],
    queryFn: ({ signal }) => call('GET /checkout-ids', { query: {}, signal }),
  });
  const refresh = () => client.invalidateQueries({ queryKey: ['checkout-ids'] });
  const actions = (id: CheckoutIdRow) =>
    id.revoked ? null : (
      <>
        <Button variant="subtle" size="compact-sm" onClick={() => setShown(id)}>
          Ver código<span className="visually-hidden"> de {nameOf(id)}</span>
        </Button>
        {mayWrite && (
          <Button variant="subtle" size="compact-sm" color="var(--wrong)" onClick={() => setRevoking(id)}>
            Revogar<span className="visually-hidden"> {nameOf(id)}</span>
          </Button>
        )}
      </>
    );
  const columns = useColumns(actions);
  const add = mayWrite && (
    <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => setMaking(true)}>
      Novo identificador
    </Button>
  );
  return (
    <section className={styles.part}>
      <div className={styles.partHead}>
        <h2>Identificadores públicos</h2>
        {(ids.data?.items.length ?? 0) > 0 && add}
      </div>
      <p className={`soft ${styles.intro}`}>
        As páginas da sua loja criptografam o cartão com ele antes de enviar. Não é segredo: só vale nos sites
        que você escolher.
      </p>
      <DataList<CheckoutIdRow>
        caption="Identificadores públicos, mais novos primeiro"
        columns={columns}
        rows={ids.data?.items}
        error={ids.error}
        onRetry={() => ids.refetch()}
        rowKey={({ id }) => String(id)}
        card={(id) => (
          <div className={styles.card}>
            <div>
              <b>{nameOf(id)}</b> <Badge {...stateOf(id)} />
            </div>
            <p className="soft mono">{id.publicId}</p>
            <p className="soft">{originsText(id)}</p>
            <div>{actions(id)}</div>
          </div>
        )}
        empty={
          <>
            <b>Nenhum identificador ainda</b>
            <p className="soft">
              Crie um para receber cartões em uma página sua sem que ela os veja em claro.
            </p>
            {add}
          </>
        }
      />
      {making && (
        <CheckoutIdDialog
          onClose={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false);
            setShown(made);
            refresh();
          }}
        />
      )}
      {shown && <SnippetDialog id={shown} onClose={() => setShown(undefined)} />}
      {revoking && (
        <RevokeDialog
          revoked={revoking}
          onClose={() => setRevoking(undefined)}
          onDone={() => {
            setRevoking(undefined);
            refresh();
          }}
        />
      )}
    </section>
  );
}

function useColumns(actions: (id: CheckoutIdRow) => ReactNode): readonly ListColumn<CheckoutIdRow>[] {
  const { short } = useFormats();
  return [
    { id: 'label', header: 'Nome', cell: ({ row }) => <b>{nameOf(row.original)}</b> },
    {
      id: 'publicId',
      header: 'Identificador',
      cell: ({ row }) => (
        <CopiedText shown={row.original.publicId} text={row.original.publicId} what="identificador" />
      ),
    },
    { id: 'origins', header: 'Sites', cell: ({ row }) => originsText(row.original) },
    { id: 'state', header: 'Situação', cell: ({ row }) => <Badge {...stateOf(row.original)} /> },
    { id: 'created', header: 'Criado', cell: ({ row }) => short(row.original.createdAt) },
    {
      id: 'actions',
      header: () => <span className="visually-hidden">Ações</span>,
      cell: ({ row }) => actions(row.original),
    },
  ];
}

function RevokeDialog(props: {
  readonly revoked: CheckoutIdRow;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const withStepUp = useStepUp();
  const revoke = useMutation({
    mutationFn: () => withStepUp(() => call('DELETE /checkout-ids/:id', { path: { id: props.revoked.id } })),
    onSuccess: props.onDone,
  });
  return (
    <ConfirmDialog
      title={`Revogar ${nameOf(props.revoked)}?`}
      verb="Revogar"
      pending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={props.onClose}
    >
      <p>Em segundos, as páginas que o usam deixam de receber cartões. Não há volta.</p>
    </ConfirmDialog>
  );
}

function nameOf({ label }: CheckoutIdRow): string {
  return label ?? 'Identificador público';
}

function originsText({ origins }: CheckoutIdRow): string {
  return origins.length === 0 ? 'Todos os sites' : origins.join(', ');
}

function stateOf({ revoked }: CheckoutIdRow) {
  return revoked ? { ...KEY_STATES.revoked, label: 'Revogado' } : KEY_STATES.in_use;
}
