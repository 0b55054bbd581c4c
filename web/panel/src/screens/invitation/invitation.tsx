import { Button, PasswordInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Me, SecondFactorMethod } from '../../../../../src/panel/entry/schema.ts';
import { call } from '../../api/call.ts';
import { useSetSession } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { PASSWORD_RULES } from '../../ui/forms/password-rules.ts';
import { CardPage, cardForm } from '../../ui/screens/card-page.tsx';
import { SecondFactorForm } from '../log-in/second-factor-form.tsx';

/**
 * The page of an invitation or a forgotten password: the token is in the fragment, which browsers do not send to
 * servers.
 */
export function InvitationScreen() {
  const navigate = useNavigate();
  const setSession = useSetSession();
  const [token] = useState(() => window.location.hash.slice(1));
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const invited = useQuery({
    queryKey: ['invitation'],
    retry: false,
    queryFn: () => call('POST /invitation', { body: { token } }),
  });
  const [methods, setMethods] = useState<readonly SecondFactorMethod[]>();
  const enter = (me: Me) => {
    setSession(me);
    return navigate({ to: '/' });
  };
  const join = useMutation({
    mutationFn: async () => {
      const { login } = await call('POST /invitation/join', { body: { token, password } });
      // The password is saved: whatever keeps the login from following, it can be tried again where one logs in.
      return call('POST /session', { body: { login, password } }).catch(() => undefined);
    },
    onSuccess: (answer) => {
      if (answer?.kind === 'logged_in') return enter(answer.me);
      if (answer) return setMethods(answer.methods);
      return navigate({ to: '/entrar', search: { motivo: 'senha' } });
    },
  });
  const differs = again !== '' && again !== password;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== '' && again === password) join.mutate();
  };
  if (methods) {
    const toLogIn = () => navigate({ to: '/entrar', search: { motivo: 'senha' } });
    return <SecondFactorForm methods={methods} onEntered={enter} onBack={toLogIn} />;
  }
  if (invited.isError) {
    return (
      <CardPage title="Este link não vale mais">
        <div className={cardForm}>
          <ErrorNotice error={invited.error} />
          <Link to="/entrar">Ir para a entrada do painel</Link>
        </div>
      </CardPage>
    );
  }
  return (
    <CardPage
      title="Crie sua senha"
      lead={invited.data ? `${invited.data.name}, você entra com ${invited.data.login}.` : ''}
    >
      <form className={cardForm} onSubmit={submit}>
        {join.isError && <ErrorNotice error={join.error} />}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={invited.data?.login ?? ''}
          readOnly
          hidden
        />
        <PasswordInput
          label="Nova senha"
          description={PASSWORD_RULES}
          autoComplete="new-password"
          size="md"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <PasswordInput
          label="Repita a senha"
          autoComplete="new-password"
          size="md"
          value={again}
          onChange={(event) => setAgain(event.currentTarget.value)}
          error={differs ? 'As senhas são diferentes.' : undefined}
        />
        <Button type="submit" size="md" loading={join.isPending}>
          Salvar e entrar
        </Button>
      </form>
    </CardPage>
  );
}
