import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Enrolment } from '../../../../../src/panel/security/schema.ts';
import { call } from '../../api/call.ts';
import { FactorResetText } from '../../session/factor-reset.tsx';
import { useMe, useRefreshSession } from '../../session/session.ts';
import { useStepUp } from '../../session/step-up.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Badge } from '../../ui/feedback/status.tsx';
import { CopyButton } from '../../ui/screens/facts.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './security.module.css';

/** The second factor, its recovery codes, and the authenticator app switched on and off. */
export function SecondFactor() {
  const { secondFactor } = useMe();
  const withStepUp = useStepUp();
  const refresh = useRefreshSession();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [codes, setCodes] = useState<readonly string[]>();
  const start = useMutation({
    mutationFn: () => withStepUp(() => call('POST /security/second-factor')),
    onSuccess: setEnrolment,
  });
  const renew = useMutation({
    mutationFn: () => withStepUp(() => call('POST /security/recovery-codes')),
    onSuccess: (answer) => setCodes(answer.codes),
  });
  const remove = useMutation({
    mutationFn: () => withStepUp(() => call('DELETE /security/second-factor')),
    onSuccess: refresh,
  });
  const byApp = secondFactor.methods.includes('totp');
  const failed = [start, renew, remove].find(({ isError }) => isError)?.error;
  if (codes && codes.length > 0) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />;
  if (enrolment) {
    return (
      <Enrol
        enrolment={enrolment}
        onDone={async (made) => {
          setEnrolment(undefined);
          setCodes(made);
          await refresh();
        }}
        onCancel={() => setEnrolment(undefined)}
      />
    );
  }
  return (
    <>
      {failed && <ErrorNotice error={failed} />}
      {secondFactor.reset?.seen && <FactorResetText reset={secondFactor.reset} />}
      {secondFactor.enabled ? (
        <>
          <Badge label="Ativo" tone="good" icon="check" />
          <div className={styles.row}>
            <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate()}>
              Gerar novos códigos de recuperação
            </Button>
            {byApp ? (
              <Button variant="subtle" loading={remove.isPending} onClick={() => remove.mutate()}>
                Desativar o aplicativo
              </Button>
            ) : (
              <Button variant="subtle" loading={start.isPending} onClick={() => start.mutate()}>
                Ativar também o aplicativo
              </Button>
            )}
          </div>
        </>
      ) : (
        <>
          <p>
            Com o segundo fator, além da senha o painel pede um código do seu celular ou uma chave de acesso.
            Quem descobrir a senha não entra.
          </p>
          {secondFactor.required && (
            <Notice tone="wait">O segundo fator é exigido para este acesso: ative-o para continuar.</Notice>
          )}
          <div className={styles.row}>
            <Button loading={start.isPending} onClick={() => start.mutate()}>
              Ativar o segundo fator
            </Button>
          </div>
        </>
      )}
    </>
  );
}

function Enrol({
  enrolment,
  onDone,
  onCancel,
}: {
  readonly enrolment: Enrolment;
  readonly onDone: (codes: readonly string[]) => unknown;
  readonly onCancel: () => void;
}) {
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => call('POST /security/second-factor/confirm', { body: { code } }),
    onSuccess: (answer) => onDone(answer.codes),
    onError: () => setCode(''),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code !== '') confirm.mutate();
  };
  return (
    <form onSubmit={submit}>
      <p>Aponte a câmera do aplicativo autenticador (Google Authenticator, Authy, 1Password e outros).</p>
      <div className={styles.enrol}>
        <img
          className={styles.qr}
          src={`data:image/svg+xml;utf8,${encodeURIComponent(enrolment.qrCode)}`}
          alt="Código QR do segundo fator; a mesma chave está ao lado, em texto"
        />
        <div>
          <p className="soft">Não consegue ler o código? Digite esta chave no aplicativo:</p>
          <p className="mono">
            {enrolment.secret.match(/.{1,4}/g)?.join(' ')}
            <CopyButton text={enrolment.secret} what="chave" />
          </p>
          <TextInput
            mt="md"
            label="Código que o aplicativo mostra"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            error={confirm.isError ? confirm.error.message : undefined}
          />
          <div className={styles.row}>
            <Button type="submit" loading={confirm.isPending}>
              Confirmar
            </Button>
            <Button variant="subtle" onClick={onCancel}>
              Cancelar
            </Button>
          </div>
        </div>
      </div>
    </form>
  );
}
