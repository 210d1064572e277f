" scenario.vim: which files are Quintain's.
" Part of Quintain. SPDX-License-Identifier: Apache-2.0

autocmd BufNewFile,BufRead *.scenario,*.routes setfiletype scenario
