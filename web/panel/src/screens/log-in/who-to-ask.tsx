import { Button, Loader, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { call } from '../../api/call.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import styles from './who-to-ask.module.css';

/** A question of somebody who cannot log in, with whom to ask below it. */
function WhoToAsk({ question, children }: { readonly question: string; readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div>
      <Button
        type="button"
        variant="subtle"
        fullWidth
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {question}
      </Button>
      <div id={id} aria-live="polite">
        {open && children}
      </div>
    </div>
  );
}

export function ForgottenPassword({ login }: { readonly login: string }) {
  return (
    <WhoToAsk question="Esqueci a senha">
      <NewPasswordLink login={login} />
    </WhoToAsk>
  );
}

/** By e-mail where a mail server is set; otherwise whom to ask. */
function NewPasswordLink({ login }: { readonly login: string }) {
  const { data, isPending } = useQuery({
    queryKey: ['entry'],
    queryFn: ({ signal }) => call('GET /entry', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isPending) return <Loader size="sm" />;
  return data?.mails ? <LinkByMail login={login} /> : <AskForALink />;
}

function LinkByMail({ login }: { readonly login: string }) {
  const [typed, setTyped] = useState(login);
  const ask = useMutation({
    mutationFn: () => call('POST /forgotten-password', { body: { login: typed.trim() } }),
  });
  if (ask.isSuccess) {
    return (
      <Notice tone="good">
        Se houver um acesso com este login e um e-mail cadastrado, o link chega em instantes. Confira também a
        caixa de spam. Não chegou? Peça a um administrador da loja ou a quem opera este Guichê.
      </Notice>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '') ask.mutate();
  };
  return (
    <form onSubmit={submit}>
      {ask.isError && <Notice tone="bad">{ask.error.message}</Notice>}
      <TextInput
        label="CPF, CNPJ ou e-mail do seu acesso"
        description="Enviamos um link para criar outra senha ao e-mail cadastrado."
        autoComplete="username"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" mt="sm" fullWidth variant="default" loading={ask.isPending}>
        Enviar o link
      </Button>
    </form>
  );
}

function AskForALink() {
  return (
    <>
      <p className="soft">Peça um link para criar outra:</p>
      <ul className={`soft ${styles.ways}`}>
        <li>
          <b>Você entra com e-mail?</b> Peça a um administrador da sua loja. Ele gera o link em Equipe.
        </li>
        <li>
          <b>Você entra com CPF ou CNPJ?</b> Peça a quem opera este Guichê: a empresa que ativou a sua loja.
        </li>
      </ul>
      <p className="soft">O link vale uma vez, por 72 horas.</p>
    </>
  );
}

export function LostSecondFactor() {
  return (
    <WhoToAsk question="Perdi o celular e os códigos">
      <p className="soft">
        Quem entra com e-mail pede a um administrador da loja que remova o segundo fator em Equipe. Quem entra
        com CPF ou CNPJ pede a quem opera este Guichê. Depois, entre só com a senha e ative outro.
      </p>
    </WhoToAsk>
  );
}
