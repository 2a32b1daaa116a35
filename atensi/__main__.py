from atensi.cli import main

raise SystemExit(main())
