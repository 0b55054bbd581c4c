import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Me, SecondFactorMethod } from '../../../../src/panel/entry/schema.ts';
import { CallError, call, sessionOver } from '../api/call.ts';
import { Dialog } from '../ui/feedback/dialog.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { FactorField } from './factor-field.tsx';
import { answerByPasskey } from './passkey.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { sessionQuery, useMe } from './session.ts';

/** A session that ended asks the service nothing but to be opened again, also where the queries are paused. */
const ALWAYS = { networkMode: 'always' } as const;

/**
 * The session has ended. The user logs in again here or in another tab, so that this one keeps what was typed; the ended
 * session opens nothing, even when it could not be ended at the service.
 */
export function EndedDialog({ onBack }: { readonly onBack: () => void }) {
  const { user } = useMe();
  const client = useQueryClient();
  const [methods, setMethods] = useState<readonly SecondFactorMethod[]>();
  const enter = (me: Me) => {
    if (me.user.id !== user.id) {
      // Another user logged in: nothing of the previous session may be shown.
      location.assign('/painel');
      return;
    }
    client.setQueryData(sessionQuery.queryKey, me);
    onBack();
  };
  return (
    <Dialog
      onClose={() => undefined}
      title="Sua sessão terminou"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <p>Entre de novo para continuar de onde parou. O que você digitou continua aqui.</p>
      {methods ? (
        <Factor methods={methods} onEntered={enter} />
      ) : (
        <Password onEntered={enter} onSecondFactor={setMethods} />
      )}
      <EnteredElsewhere onEntered={enter} />
    </Dialog>
  );
}

interface EntryProps {
  readonly onEntered: (me: Me) => void;
}

function Password({
  onEntered,
  onSecondFactor,
}: EntryProps & { readonly onSecondFactor: (methods: readonly SecondFactorMethod[]) => void }) {
  const { user, person } = useMe();
  const [password, setPassword] = useState('');
  const logIn = useMutation({
    ...ALWAYS,
    mutationFn: () => {
      // Another shop may have a member with the same address.
      const login = user.owner ? person.document : `${person.document} ${user.email}`;
      return call('POST /session', { body: { login, password } });
    },
    onSuccess: (answer) =>
      answer.kind === 'logged_in' ? onEntered(answer.me) : onSecondFactor(answer.methods),
    onError: () => setPassword(''),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== '') logIn.mutate();
  };
  return (
    <form onSubmit={submit}>
      {logIn.isError && <Notice tone="bad">{wordsOf(logIn.error)}</Notice>}
      <FactorField way="password" typed={password} onTyped={setPassword} />
      <Button type="submit" mt="md" fullWidth loading={logIn.isPending}>
        Entrar e continuar
      </Button>
    </form>
  );
}

/** Only the password was typed: nothing else can be wrong. */
function wordsOf(error: Error): string {
  return error instanceof CallError && error.code === 'login_invalid'
    ? 'A senha não confere.'
    : error.message;
}

function Factor({ methods, onEntered }: EntryProps & { readonly methods: readonly SecondFactorMethod[] }) {
  const [byRecovery, setByRecovery] = useState(false);
  const [typed, setTyped] = useState('');
  const way = byRecovery ? 'recoveryCode' : 'code';
  const confirm = useMutation({
    ...ALWAYS,
    mutationFn: () => call('POST /session/second-factor', { body: { [way]: typed } }),
    onSuccess: onEntered,
    onError: () => setTyped(''),
  });
  const confirmByPasskey = useMutation({
    ...ALWAYS,
    mutationFn: async () => {
      const passkey = await answerByPasskey(await call('POST /session/second-factor/passkey'));
      return call('POST /session/second-factor', { body: { passkey } });
    },
    onSuccess: onEntered,
  });
  const fault = confirm.error ?? confirmByPasskey.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed !== '') confirm.mutate();
  };
  return (
    <>
      {fault && <Notice tone="bad">{fault.message}</Notice>}
      {methods.includes('passkey') && <PasskeyButton confirm={confirmByPasskey} />}
      {(methods.includes('totp') || byRecovery) && (
        <form onSubmit={submit}>
          <FactorField key={way} way={way} typed={typed} onTyped={setTyped} />
          <Button type="submit" mt="md" fullWidth loading={confirm.isPending}>
            Confirmar e continuar
          </Button>
        </form>
      )}
      <Button mt="xs" fullWidth variant="subtle" onClick={() => setByRecovery(!byRecovery)}>
        {byRecovery ? 'Não usar código de recuperação' : 'Usar um código de recuperação'}
      </Button>
    </>
  );
}

/** For who would rather use the page of the login, in another tab. */
function EnteredElsewhere({ onEntered }: EntryProps) {
  const { sessionId } = useMe();
  const look = useMutation({
    ...ALWAYS,
    mutationFn: async () => {
      const me = await call('GET /session');
      if (me.sessionId !== sessionId) return me;
      await call('DELETE /session');
      throw sessionOver();
    },
    onSuccess: onEntered,
  });
  return (
    <>
      {look.isError && <Notice tone="bad">Você ainda não entrou. Entre na outra aba e tente de novo.</Notice>}
      <Button mt="xs" fullWidth variant="default" loading={look.isPending} onClick={() => look.mutate()}>
        Já entrei em outra aba, continuar
      </Button>
    </>
  );
}
