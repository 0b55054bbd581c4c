import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Me, SecondFactorMethod } from '../../../../../src/panel/entry/schema.ts';
import { call } from '../../api/call.ts';
import { answerByPasskey } from '../../session/passkey.ts';
import { PasskeyButton } from '../../session/passkey-button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { CardPage, cardForm } from '../../ui/screens/card-page.tsx';
import { LostSecondFactor } from './who-to-ask.tsx';

type Way = SecondFactorMethod | 'recovery';

const WORDS = {
  passkey: {
    lead: 'Confirme com a chave de acesso deste aparelho, do celular ou com a chave de segurança.',
    label: '',
    switchTo: 'Usar uma chave de acesso',
  },
  totp: {
    lead: 'Digite o código de 6 dígitos do seu aplicativo autenticador.',
    label: 'Código',
    switchTo: 'Usar o aplicativo autenticador',
  },
  recovery: {
    lead: 'Digite um dos códigos de recuperação que você guardou. Cada um vale uma vez.',
    label: 'Código de recuperação',
    switchTo: 'Usar um código de recuperação',
  },
} as const satisfies Record<Way, unknown>;

/** A passkey, the code of the authenticator app, or one of the recovery codes. */
export function SecondFactorForm(props: {
  readonly methods: readonly SecondFactorMethod[];
  readonly onEntered: (me: Me) => unknown;
  readonly onBack: () => void;
}) {
  const ways: readonly Way[] = [...props.methods, 'recovery'];
  const [way, setWay] = useState<Way>(props.methods.includes('passkey') ? 'passkey' : 'totp');
  return (
    <CardPage title="Segundo fator" lead={WORDS[way].lead}>
      <div className={cardForm}>
        {way === 'passkey' ? (
          <ByPasskey onEntered={props.onEntered} />
        ) : (
          <ByCode key={way} way={way} onEntered={props.onEntered} />
        )}
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} variant="subtle" onClick={() => setWay(other)}>
              {WORDS[other].switchTo}
            </Button>
          ))}
        <LostSecondFactor />
        <Button variant="subtle" onClick={props.onBack}>
          Voltar
        </Button>
      </div>
    </CardPage>
  );
}

function ByPasskey({ onEntered }: { readonly onEntered: (me: Me) => unknown }) {
  const confirm = useMutation({
    mutationFn: async () => {
      const passkey = await answerByPasskey(await call('POST /session/second-factor/passkey'));
      return call('POST /session/second-factor', { body: { passkey } });
    },
    onSuccess: onEntered,
  });
  return (
    <>
      {confirm.isError && <Notice tone="bad">{confirm.error.message}</Notice>}
      <PasskeyButton confirm={confirm} size="md" />
    </>
  );
}

function ByCode({
  way,
  onEntered,
}: {
  readonly way: 'totp' | 'recovery';
  readonly onEntered: (me: Me) => unknown;
}) {
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () =>
      call('POST /session/second-factor', { body: way === 'totp' ? { code } : { recoveryCode: code } }),
    onSuccess: onEntered,
    onError: () => setCode(''),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '') confirm.mutate();
  };
  return (
    <form className={cardForm} onSubmit={submit}>
      {confirm.isError && <Notice tone="bad">{confirm.error.message}</Notice>}
      <TextInput
        label={WORDS[way].label}
        size="md"
        autoFocus
        autoComplete="one-time-code"
        inputMode={way === 'totp' ? 'numeric' : 'text'}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" size="md" loading={confirm.isPending}>
        Confirmar
      </Button>
    </form>
  );
}
