import { Button } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { CallError } from '../../api/call.ts';
import { Notice } from '../feedback/notice.tsx';
import { supportCodeOf } from '../feedback/support-code.ts';
import { CardPage, cardForm } from './card-page.tsx';

/** Shown if a screen cannot be rendered. */
export function ErrorScreen({ error }: ErrorComponentProps) {
  const router = useRouter();
  const requestId = supportCodeOf(error);
  return (
    <CardPage title="Não foi possível abrir esta página">
      <div className={cardForm}>
        <Notice tone="bad">
          {error instanceof CallError ? error.message : 'Houve um erro no painel. Tente de novo.'}
        </Notice>
        {requestId !== undefined && (
          <p className="soft">
            Código do atendimento: <span className="mono">{requestId}</span>
          </p>
        )}
        <Button onClick={() => router.invalidate()}>Tentar de novo</Button>
      </div>
    </CardPage>
  );
}
