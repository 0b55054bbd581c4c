import { Button } from '@mantine/core';
import { CallError } from '../../api/call.ts';
import { Notice } from './notice.tsx';
import { mayGoWellAgain, supportCodeOf } from './support-code.ts';

/** An error message, after a failure with a request id for support, and a retry button. */
export function ErrorNotice({ error, onRetry }: { readonly error: Error; readonly onRetry?: () => void }) {
  const requestId = supportCodeOf(error);
  return (
    <Notice tone="bad">
      {error instanceof CallError ? error.message : 'Houve um erro no painel. Tente de novo.'}
      {requestId !== undefined && (
        <p>
          Código do atendimento: <span className="mono">{requestId}</span>
        </p>
      )}
      {onRetry && mayGoWellAgain(error) && (
        <p>
          <Button variant="default" mt="xs" onClick={onRetry}>
            Tentar de novo
          </Button>
        </p>
      )}
    </Notice>
  );
}
