import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Me } from '../../../../src/panel/entry/schema.ts';
import { call } from '../api/call.ts';
import { ErrorNotice } from '../ui/feedback/error-notice.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { useFormats, useMe, useRefreshSession } from './session.ts';

type Reset = NonNullable<Me['secondFactor']['reset']>;

/** Tells that somebody else removed the second factor: on every screen until its user has seen it. */
export function FactorResetNotice() {
  const { reset } = useMe().secondFactor;
  const refresh = useRefreshSession();
  const seen = useMutation({
    mutationFn: () => call('POST /security/second-factor/reset-seen'),
    onSuccess: refresh,
  });
  if (!reset || reset.seen) return null;
  return (
    <Notice tone="wait">
      <FactorResetText reset={reset} />
      {seen.isError && <ErrorNotice error={seen.error} />}
      <Button variant="default" loading={seen.isPending} onClick={() => seen.mutate()}>
        Entendi
      </Button>
    </Notice>
  );
}

export function FactorResetText({ reset }: { readonly reset: Reset }) {
  const { full } = useFormats();
  return (
    <p>
      O seu segundo fator foi removido em {full(reset.at)} por {whoOf(reset.by)}. Não foi você que pediu?
      Troque a senha e avise quem cuida do seu acesso.
    </p>
  );
}

function whoOf(by: Reset['by']): string {
  if (by === 'command') return 'quem opera este Guichê, pela linha de comando';
  if (by === 'integrator') return 'um administrador do seu integrador';
  return by.startsWith('platform_') ? 'um administrador da plataforma' : 'um administrador da sua equipe';
}
