import { Button, PasswordInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { CardPage, cardForm } from '../../ui/card-page.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';

/**
 * The page of an invitation or a forgotten password: the token is in the fragment, which browsers do not send to
 * servers.
 */
export function InvitationScreen() {
  const navigate = useNavigate();
  const [token] = useState(() => window.location.hash.slice(1));
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const invited = useQuery({
    queryKey: ['invitation'],
    retry: false,
    queryFn: () => call('POST /invitation', { body: { token } }),
  });
  const join = useMutation({
    mutationFn: () => call('POST /invitation/join', { body: { token, password } }),
    onSuccess: () => navigate({ to: '/entrar', search: {} }),
  });
  const differs = again !== '' && again !== password;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== '' && again === password) join.mutate();
  };
  if (invited.isError) {
    return (
      <CardPage title="Este link não vale mais">
        <ErrorNotice error={invited.error} />
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
          description="Pelo menos 12 caracteres; nem o CPF ou CNPJ, nem uma senha comum, nem uma das quatro últimas. Uma frase é mais fácil de lembrar."
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
