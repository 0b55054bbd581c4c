import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { KeyRow, NewKey } from '../../../../../src/panel/keys/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats, useMay } from '../../session/session.ts';
import { useStepUp } from '../../session/step-up.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { Badge } from '../../ui/feedback/status.tsx';
import { DataList, type ListColumn } from '../../ui/lists/data-list.tsx';
import { usePages } from '../../ui/lists/use-pages.ts';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import { CheckoutIds } from './checkout-ids.tsx';
import { KEY_KINDS, KEY_STATES } from './key-words.ts';
import styles from './keys.module.css';
import { MadeKeyDialog } from './made-key-dialog.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';

/** The keys of the shop's integrations: kind, last use, validity. */
export function KeysScreen() {
  const mayRead = useMay('keys.read');
  const mayWrite = useMay('keys.write');
  const client = useQueryClient();
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<NewKey>();
  const [revoking, setRevoking] = useState<KeyRow>();
  const keys = usePages<KeyRow>(['keys'], (page, signal) => call('GET /keys', { query: page, signal }));
  const refresh = () => client.invalidateQueries({ queryKey: ['keys'] });
  const day = useDay();
  const revoke = (key: KeyRow) =>
    mayWrite && key.state === 'in_use' ? (
      <Button variant="subtle" size="compact-sm" color="var(--wrong)" onClick={() => setRevoking(key)}>
        Revogar<span className="visually-hidden"> {nameOf(key)}</span>
      </Button>
    ) : null;
  const columns = useColumns(revoke);
  const newKey = mayWrite && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setMaking(true)}>
      Nova chave
    </Button>
  );
  return (
    <>
      <ScreenHead title="Chaves">{newKey}</ScreenHead>
      <p className={`soft ${styles.intro}`}>
        Sua loja virtual, seu caixa e outros sistemas usam estas chaves para falar com o Guichê. Dê um nome a
        cada uma e revogue a que não usa mais.
      </p>
      <DataList<KeyRow>
        caption="Chaves, mais novas primeiro"
        columns={columns}
        {...keys}
        rowKey={({ id }) => String(id)}
        card={(key) => (
          <div className={styles.card}>
            <div>
              <b>{nameOf(key)}</b> <Badge {...KEY_STATES[key.state]} />
            </div>
            <p className="soft">
              {KEY_KINDS[key.kind].label}
              {key.name !== null && <span className="mono"> · {key.name}</span>}
            </p>
            <p className="soft">Último uso: {day(key.lastUsedAt, lastUseOf(key))}</p>
            {revoke(key)}
          </div>
        )}
        empty={
          <>
            <b>Nenhuma chave ainda</b>
            <p className="soft">
              Crie um par da API para conectar sua loja virtual. A chave aparece uma única vez.
            </p>
            {newKey}
          </>
        }
      />
      {mayRead && <CheckoutIds />}
      {making && (
        <NewKeyDialog
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setMaking(false);
            setMade(key);
            refresh();
          }}
        />
      )}
      {made && <MadeKeyDialog made={made} onClose={() => setMade(undefined)} />}
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
    </>
  );
}

function useDay() {
  const { short } = useFormats();
  return (iso: string | null, none: string): ReactNode =>
    iso === null ? <span className="soft">{none}</span> : short(iso);
}

function useColumns(revoke: (key: KeyRow) => ReactNode): readonly ListColumn<KeyRow>[] {
  const day = useDay();
  return [
    { id: 'label', header: 'Nome', cell: ({ row }) => <b>{nameOf(row.original)}</b> },
    { id: 'kind', header: 'Tipo', cell: ({ row }) => KEY_KINDS[row.original.kind].label },
    {
      id: 'name',
      header: 'Identificador',
      cell: ({ row }) => <span className="mono">{row.original.name ?? '–'}</span>,
    },
    { id: 'state', header: 'Situação', cell: ({ row }) => <Badge {...KEY_STATES[row.original.state]} /> },
    {
      id: 'used',
      header: 'Último uso',
      cell: ({ row }) => day(row.original.lastUsedAt, lastUseOf(row.original)),
    },
    { id: 'expires', header: 'Validade', cell: ({ row }) => day(row.original.expiresAt, 'Não vence') },
    {
      id: 'actions',
      header: () => <span className="visually-hidden">Ações</span>,
      cell: ({ row }) => revoke(row.original),
    },
  ];
}

function RevokeDialog(props: {
  readonly revoked: KeyRow;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const withStepUp = useStepUp();
  const revoke = useMutation({
    mutationFn: () => withStepUp(() => call('DELETE /keys/:id', { path: { id: props.revoked.id } })),
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
      <p>
        {props.revoked.kind === 'postback'
          ? 'Os próximos avisos deixam de ser assinados com este segredo. Não há volta.'
          : 'Em segundos, o que usa esta chave deixa de funcionar. Não há volta.'}
      </p>
    </ConfirmDialog>
  );
}

function nameOf({ label, kind }: KeyRow): string {
  return label ?? KEY_KINDS[kind].label;
}

/** Text for an unknown last use. */
function lastUseOf({ kind }: KeyRow): string {
  return kind === 'postback' ? '–' : 'Nunca usada';
}
