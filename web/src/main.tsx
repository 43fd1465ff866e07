// Starts the page.

import { render } from 'preact';
import { App } from './app.tsx';
import { session } from './state/session.ts';
import './styles/index.css';
import { token } from './token.ts';
import { showWhatNobodySees } from './visible-text.ts';

token.takeFromAddress();
showWhatNobodySees();
const root = document.getElementById('page');
if (root) render(<App />, root);
void session.start();
