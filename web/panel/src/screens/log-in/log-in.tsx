import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Me, SecondFactorMethod } from '../../../../../src/panel/entry/schema.ts';
import { CallError, call } from '../../api/call.ts';
import { useSetSession } from '../../session/session.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { CardPage, cardForm } from '../../ui/screens/card-page.tsx';
import { DemoLogin } from './demo-login.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { ForgottenPassword } from './who-to-ask.tsx';

/** Login with CPF, CNPJ or e-mail, then the second factor where there is one. */
export function LogIn() {
  const { depois, motivo } = useSearch({ from: '/entrar' });
  const navigate = useNavigate();
  const setSession = useSetSession();
  const [methods, setMethods] = useState<readonly SecondFactorMethod[]>();
  const enter = (me: Me) => {
    setSession(me);
    return navigate({ to: depois ?? '/' });
  };
  if (methods) {
    return <SecondFactorForm methods={methods} onEntered={enter} onBack={() => setMethods(undefined)} />;
  }
  return <PasswordForm reason={motivo} onEntered={enter} onSecondFactor={setMethods} />;
}

function PasswordForm(props: {
  readonly reason: string | undefined;
  readonly onEntered: (me: Me) => unknown;
  readonly onSecondFactor: (methods: readonly SecondFactorMethod[]) => void;
}) {
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const logIn = useMutation({
    mutationFn: (tried: string) => call('POST /session', { body: { login: tried, password } }),
    onSuccess: (answer) =>
      answer.kind === 'logged_in' ? props.onEntered(answer.me) : props.onSecondFactor(answer.methods),
    onError: () => setPassword(''),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (login.trim() !== '' && password !== '') logIn.mutate(login);
  };
  return (
    <CardPage title="Entrar" lead="Painel do vendedor, do integrador e do operador">
      <form className={cardForm} onSubmit={submit}>
        {props.reason === 'sessao' && !logIn.isError && (
          <Notice tone="wait">Sua sessão terminou. Entre de novo para continuar de onde parou.</Notice>
        )}
        {props.reason === 'senha' && !logIn.isError && (
          <Notice tone="good">Senha salva. Entre com ela.</Notice>
        )}
        {logIn.isError && <Refused error={logIn.error} login={logIn.variables} />}
        <TextInput
          label="CPF, CNPJ ou e-mail"
          name="username"
          autoComplete="username"
          size="md"
          required
          withAsterisk={false}
          autoFocus
          value={login}
          onChange={(event) => setLogin(event.currentTarget.value)}
        />
        <PasswordInput
          label="Senha"
          name="password"
          autoComplete="current-password"
          size="md"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar a senha' }}
        />
        <Button type="submit" size="md" loading={logIn.isPending}>
          Entrar
        </Button>
      </form>
      <ForgottenPassword login={login} />
      <DemoLogin />
    </CardPage>
  );
}

/** A wrong login; an e-mail may need the shop before it. */
function Refused({ error, login }: { readonly error: Error; readonly login: string }) {
  const isEmail = login.includes('@') && error instanceof CallError && error.code === 'login_invalid';
  return (
    <Notice tone="bad">
      {error.message}
      {isEmail &&
        ' Se o seu e-mail entra em mais de uma loja, digite antes dele o CPF ou CNPJ da loja, como em 12.345.678/0001-95 ana@loja.com.br.'}
    </Notice>
  );
}
