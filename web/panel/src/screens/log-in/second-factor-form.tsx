import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Me } from '../../../../../src/panel/entry/schema.ts';
import { call } from '../../api/call.ts';
import { CardPage, cardForm } from '../../ui/card-page.tsx';
import { Notice } from '../../ui/notice.tsx';

/** The code of the authenticator app, or one of the recovery codes. */
export function SecondFactorForm({
  onEntered,
  onBack,
}: {
  readonly onEntered: (me: Me) => unknown;
  readonly onBack: () => void;
}) {
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () =>
      call('POST /session/second-factor', { body: recovery ? { recoveryCode: code } : { code } }),
    onSuccess: onEntered,
    onError: () => setCode(''),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '') confirm.mutate();
  };
  return (
    <CardPage
      title="Segundo fator"
      lead={
        recovery
          ? 'Digite um dos códigos de recuperação que você guardou. Cada um vale uma vez.'
          : 'Digite o código de 6 dígitos do seu aplicativo autenticador.'
      }
    >
      <form className={cardForm} onSubmit={submit}>
        {confirm.isError && <Notice tone="bad">{confirm.error.message}</Notice>}
        <TextInput
          key={recovery ? 'recovery' : 'code'}
          label={recovery ? 'Código de recuperação' : 'Código'}
          size="md"
          autoFocus
          autoComplete="one-time-code"
          inputMode={recovery ? 'text' : 'numeric'}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" size="md" loading={confirm.isPending}>
          Confirmar
        </Button>
        <Button
          variant="subtle"
          onClick={() => {
            setRecovery(!recovery);
            setCode('');
          }}
        >
          {recovery ? 'Usar o aplicativo autenticador' : 'Perdi o aplicativo: usar um código de recuperação'}
        </Button>
        <Button variant="subtle" onClick={onBack}>
          Voltar
        </Button>
      </form>
    </CardPage>
  );
}
