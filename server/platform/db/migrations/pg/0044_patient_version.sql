CREATE TABLE "patient_version" (
	"cid" text PRIMARY KEY NOT NULL,
	"rev" bigint NOT NULL,
	"gone" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "patient" ADD COLUMN "rev" bigint;--> statement-breakpoint
CREATE INDEX "patient_rev" ON "patient" USING btree ("cid","rev");--> statement-breakpoint
CREATE FUNCTION patient_count_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	-- A copy of a database brings its own counts.
	IF TG_OP = 'INSERT' AND NEW.rev IS NOT NULL THEN RETURN NEW; END IF;
	-- One count for all rows of a transaction: its second row finds the first one's.
	INSERT INTO patient_version AS v (cid, rev, gone) VALUES (NEW.cid, 1, 0) ON CONFLICT (cid) DO UPDATE SET rev = v.rev + 1 WHERE v.xmin::text <> (txid_current() % 4294967296)::text;
	SELECT v.rev INTO NEW.rev FROM patient_version v WHERE v.cid = NEW.cid;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION patient_count_removal() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	INSERT INTO patient_version AS v (cid, rev, gone) VALUES (OLD.cid, 1, 1) ON CONFLICT (cid) DO UPDATE SET rev = v.rev + 1, gone = v.rev + 1;
	RETURN OLD;
END $$;--> statement-breakpoint
CREATE TRIGGER patient_counts_change BEFORE INSERT OR UPDATE ON "patient" FOR EACH ROW EXECUTE FUNCTION patient_count_change();--> statement-breakpoint
CREATE TRIGGER patient_counts_removal AFTER DELETE ON "patient" FOR EACH ROW EXECUTE FUNCTION patient_count_removal();
