import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PasskeyRow } from '../../../../../src/panel/security/schema.ts';
import { call } from '../../api/call.ts';
import { browserHasPasskeys } from '../../session/passkey.ts';
import { useFormats, useRefreshSession } from '../../session/session.ts';
import { useStepUp } from '../../session/step-up.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './security.module.css';

const KEY = ['security', 'passkeys'];

type Opened =
  | { readonly kind: 'add' }
  | { readonly kind: 'rename' | 'remove'; readonly passkey: PasskeyRow }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

/** The user's passkeys: add, rename, remove. */
export function Passkeys() {
  const client = useQueryClient();
  const refreshSession = useRefreshSession();
  const [opened, setOpened] = useState<Opened>();
  const passkeys = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('GET /security/passkeys', { signal }),
  });
  if (passkeys.isPending) return <Loading />;
  if (passkeys.isError) return <ErrorNotice error={passkeys.error} onRetry={() => passkeys.refetch()} />;
  const close = () => setOpened(undefined);
  const changed = async (codes: readonly string[] = []) => {
    setOpened(codes.length > 0 ? { kind: 'codes', codes } : undefined);
    await Promise.all([client.invalidateQueries({ queryKey: KEY }), refreshSession()]);
  };
  const { available, items } = passkeys.data;
  if (opened?.kind === 'codes') return <RecoveryCodes codes={opened.codes} onDone={close} />;
  return (
    <>
      <p className="soft">
        O segundo fator mais seguro: a digital, o rosto ou o PIN deste aparelho ou do celular, ou uma chave de
        segurança USB. Não há código a digitar, e uma página falsa não consegue usá-la.
      </p>
      {items.length > 0 && (
        <ul className={styles.list}>
          {items.map((passkey) => (
            <PasskeyItem
              key={passkey.id}
              passkey={passkey}
              onRename={() => setOpened({ kind: 'rename', passkey })}
              onRemove={() => setOpened({ kind: 'remove', passkey })}
            />
          ))}
        </ul>
      )}
      <AddPasskey available={available} onAdd={() => setOpened({ kind: 'add' })} />
      {opened?.kind === 'add' && <PasskeyDialog onClose={close} onSaved={changed} />}
      {opened?.kind === 'rename' && (
        <PasskeyDialog passkey={opened.passkey} onClose={close} onSaved={changed} />
      )}
      {opened?.kind === 'remove' && (
        <RemovePasskey passkey={opened.passkey} onClose={close} onRemoved={changed} />
      )}
    </>
  );
}

function PasskeyItem(props: {
  readonly passkey: PasskeyRow;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}) {
  const { full } = useFormats();
  const { name, createdAt, lastUsedAt } = props.passkey;
  return (
    <li>
      <div>
        <b>{name}</b>
        <small>
          {lastUsedAt === null ? `criada em ${full(createdAt)}` : `último uso ${full(lastUsedAt)}`}
        </small>
      </div>
      <div className={styles.buttons}>
        <Button variant="default" aria-label={`Renomear ${name}`} onClick={props.onRename}>
          Renomear
        </Button>
        <Button variant="default" aria-label={`Remover ${name}`} onClick={props.onRemove}>
          Remover
        </Button>
      </div>
    </li>
  );
}

function AddPasskey({ available, onAdd }: { readonly available: boolean; readonly onAdd: () => void }) {
  if (!available) {
    return (
      <p>
        Ainda não há chaves de acesso aqui: elas precisam que o painel tenha um endereço https com um nome.
        Use o aplicativo autenticador.
      </p>
    );
  }
  if (!browserHasPasskeys()) {
    return <p>Este navegador não usa chaves de acesso. Atualize-o, ou use o aplicativo autenticador.</p>;
  }
  return (
    <div className={styles.row}>
      <Button variant="default" onClick={onAdd}>
        Adicionar chave de acesso
      </Button>
    </div>
  );
}

function RemovePasskey(props: {
  readonly passkey: PasskeyRow;
  readonly onClose: () => void;
  readonly onRemoved: () => Promise<void>;
}) {
  const withStepUp = useStepUp();
  const remove = useMutation({
    mutationFn: () =>
      withStepUp(() => call('DELETE /security/passkeys/:id', { path: { id: props.passkey.id } })),
    onSuccess: () => props.onRemoved(),
  });
  return (
    <ConfirmDialog
      title={`Remover ${props.passkey.name}`}
      verb="Remover"
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={props.onClose}
    >
      <p>
        Ela deixa de entrar no painel. Se era o único segundo fator, ele é desativado, e os códigos de
        recuperação deixam de valer.
      </p>
    </ConfirmDialog>
  );
}
