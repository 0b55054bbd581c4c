import { MantineProvider } from '@mantine/core';
import './theme/components.css';
import './theme/palette.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { CallError } from './api/call.ts';
import { createPanelRouter } from './router.tsx';
import { cssVariablesResolver, theme } from './theme/theme.ts';

const MAX_RETRIES = 2;

/** The server puts a fresh nonce into the page; styles created at run time carry it. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
setNonce(nonce);

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Refusals are not retried, only calls that did not reach the service.
      retry: (count, error) => count < MAX_RETRIES && error instanceof CallError && error.status === 0,
    },
  },
});

const container = document.getElementById('panel');
if (!container) throw new Error('the page has no element #panel');
createRoot(container).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createPanelRouter(queryClient)} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
