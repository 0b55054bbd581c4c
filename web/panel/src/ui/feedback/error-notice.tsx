import { Button } from '@mantine/core';
import { CallError } from '../../api/call.ts';
import { Notice } from './notice.tsx';

/** An error message, with a request id for support and a retry button. */
export function ErrorNotice({ error, onRetry }: { readonly error: Error; readonly onRetry?: () => void }) {
  const requestId = error instanceof CallError ? error.requestId : undefined;
  return (
    <Notice tone="bad">
      {error instanceof CallError ? error.message : 'Houve um erro no painel. Tente de novo.'}
      {requestId !== undefined && (
        <p>
          Código do atendimento: <span className="mono">{requestId}</span>
        </p>
      )}
      {onRetry && (
        <p>
          <Button variant="default" mt="xs" onClick={onRetry}>
            Tentar de novo
          </Button>
        </p>
      )}
    </Notice>
  );
}
