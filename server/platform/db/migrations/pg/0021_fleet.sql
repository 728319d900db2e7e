CREATE TABLE "fleet_change" (
	"cid" text NOT NULL,
	"at" bigint NOT NULL,
	"light" text NOT NULL,
	"reasons" jsonb NOT NULL,
	CONSTRAINT "fleet_change_cid_at_pk" PRIMARY KEY("cid","at")
);
--> statement-breakpoint
CREATE TABLE "fleet_state" (
	"cid" text PRIMARY KEY NOT NULL,
	"checked_at" bigint NOT NULL,
	"light" text NOT NULL,
	"rank" integer NOT NULL,
	"since" bigint NOT NULL,
	"reasons" jsonb NOT NULL,
	"facts" jsonb NOT NULL,
	"search" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "fleet_change_at" ON "fleet_change" USING btree ("at");--> statement-breakpoint
CREATE INDEX "fleet_state_rank" ON "fleet_state" USING btree ("rank","since");