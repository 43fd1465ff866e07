// Asks for the token of a rosc that listens beyond its own machine.

import { token } from '../token.ts';

export function TokenForm({ message }: { readonly message: string }) {
  const enter = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget instanceof HTMLFormElement ? event.currentTarget : undefined;
    const value = form && new FormData(form).get('token');
    if (typeof value !== 'string' || value === '') return;
    token.set(value.trim());
    location.reload();
  };
  return (
    <form class="card token-form" onSubmit={enter}>
      <p role="alert">{message}.</p>
      <label>
        Token
        <input name="token" type="password" autocomplete="off" required />
      </label>
      <button type="submit" class="button">
        Open
      </button>
    </form>
  );
}
